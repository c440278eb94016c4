package io.tuner.host;

import com.jcraft.jsch.Identity;
import com.jcraft.jsch.IdentityRepository;
import com.jcraft.jsch.UIKeyboardInteractive;
import com.jcraft.jsch.UserInfo;
import io.tuner.text.Secret;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Vector;

/** What one attempt to log in has to offer, and what is to be said of it where it failed. */
final class Login implements UserInfo, UIKeyboardInteractive {

  private final List<Identity> identities = new ArrayList<>();
  private final List<String> offered = new ArrayList<>();
  private final List<String> locked = new ArrayList<>();
  private final Optional<Secret> password;
  private final ConnectLimit limit;
  private boolean passwordUsed;
  private boolean blind;

  Login(SshTarget target, Keys keys, ConnectLimit limit) throws Unreachable {
    this.password = target.password();
    this.limit = limit;
    List<Key> files = keys.of(target);
    List<Identity> held = target.agent().map(keys::ofAgent).orElse(List.of());
    for (Key key : files) {
      Optional<Identity> same =
          held.stream()
              .filter(identity -> Arrays.equals(identity.getPublicKeyBlob(), key.blob()))
              .findFirst();
      add(same.orElseGet(() -> new FileIdentity(key)), key.file().toString());
    }
    if (!target.onlyThese()) {
      for (Identity identity : held) {
        if (!identities.contains(identity)) {
          add(identity, identity.getName() + " (agent)");
        }
      }
    }
    blind = identities.size() == 1 && files.size() == 1 && !files.get(0).isLocked();
  }

  private void add(Identity identity, String name) {
    identities.add(identity);
    offered.add(name);
  }

  /** True where the one key there is may be used at once, without asking the server first. */
  boolean isBlind() {
    return blind;
  }

  boolean hasKeys() {
    return !identities.isEmpty();
  }

  boolean hasPassword() {
    return password.isPresent();
  }

  /** The ways to try, in order. */
  String ways() {
    List<String> ways = new ArrayList<>();
    if (hasKeys() || !hasPassword()) {
      ways.add("publickey");
    }
    if (hasPassword()) {
      ways.addAll(List.of("password", "keyboard-interactive"));
    }
    return String.join(",", ways);
  }

  /** Names of the keys, for messages. */
  List<String> offered() {
    return offered;
  }

  /** Keys that the server takes and nobody could unlock. */
  List<String> locked() {
    return locked;
  }

  private final class FileIdentity implements Identity {
    private final Key key;

    FileIdentity(Key key) {
      this.key = key;
    }

    @Override
    public String getAlgName() {
      return key.algorithm();
    }

    @Override
    public String getName() {
      return key.file().toString();
    }

    @Override
    public byte[] getPublicKeyBlob() {
      return key.blob() != null || unlocked() ? key.blob() : null;
    }

    @Override
    public byte[] getSignature(byte[] text) {
      return getSignature(text, getAlgName());
    }

    @Override
    public byte[] getSignature(byte[] text, String algorithm) {
      return unlocked() ? key.sign(text, algorithm) : null;
    }

    /** Never, as far as JSch is to know: it would ask before the server has taken the key. */
    @Override
    public boolean isEncrypted() {
      return false;
    }

    @Override
    public boolean setPassphrase(byte[] passphrase) {
      return true;
    }

    /** The key is shared; it stays. */
    @Override
    public void clear() {}

    private boolean unlocked() {
      if (!key.isLocked()) {
        return true;
      }
      limit.pause();
      try {
        if (key.unlock()) {
          return true;
        }
        locked.add(key.file().toString());
        return false;
      } finally {
        limit.resume();
      }
    }
  }

  IdentityRepository repository() {
    return new IdentityRepository() {
      @Override
      public String getName() {
        return "tuner";
      }

      @Override
      public int getStatus() {
        return RUNNING;
      }

      @Override
      public Vector<Identity> getIdentities() {
        return new Vector<>(identities);
      }

      @Override
      public boolean add(byte[] identity) {
        return false;
      }

      @Override
      public boolean remove(byte[] blob) {
        return false;
      }

      @Override
      public void removeAll() {}
    };
  }

  /**
   * The password was not taken. JSch would send an empty one next, which counts as a try as well.
   */
  static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** The password is given once, by whichever way the server asks, so that no account is locked. */
  private Optional<String> once() {
    if (passwordUsed) {
      return Optional.empty();
    }
    passwordUsed = true;
    return password.map(Secret::reveal);
  }

  @Override
  public boolean promptPassword(String message) {
    return password.isPresent() && !passwordUsed;
  }

  @Override
  public String getPassword() {
    return once().orElse(null);
  }

  @Override
  public String[] promptKeyboardInteractive(
      String destination, String name, String instruction, String[] prompts, boolean[] echo) {
    if (prompts.length == 0) {
      return new String[0];
    }
    if (prompts.length > 1 || echo[0]) {
      return null;
    }
    return new String[] {once().orElseThrow(Refused::new)};
  }

  @Override
  public String getPassphrase() {
    return null;
  }

  @Override
  public boolean promptPassphrase(String message) {
    return false;
  }

  @Override
  public boolean promptYesNo(String message) {
    return false;
  }

  @Override
  public void showMessage(String message) {}
}
