package io.tuner.host;

import com.jcraft.jsch.HostKey;
import com.jcraft.jsch.HostKeyRepository;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.UserInfo;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Decides on the key that one server shows, and keeps what is to be said of it. */
final class HostKeyCheck implements HostKeyRepository {

  private static final List<String> ALGORITHMS =
      List.of(
          "ssh-ed25519",
          "ecdsa-sha2-nistp256",
          "ecdsa-sha2-nistp384",
          "ecdsa-sha2-nistp521",
          "rsa-sha2-512",
          "rsa-sha2-256");

  private final SshTarget target;
  private final KnownHosts files;
  private final String name;
  private final List<KnownHosts.Entry> entries;

  /** Entries of the plain name, which speak for another port as well, but never against it. */
  private final List<KnownHosts.Entry> plain;

  private Optional<Unreachable> refusal = Optional.empty();

  HostKeyCheck(SshTarget target, KnownHosts files) throws Unreachable {
    this.target = target;
    this.files = files;
    String bare = target.keyName().orElse(target.host());
    boolean another = target.keyName().isEmpty() && target.port() != 22;
    this.name = another ? "[" + bare + "]:" + target.port() : bare;
    this.entries = entries(name);
    this.plain = another ? entries(bare) : List.of();
  }

  private List<KnownHosts.Entry> entries(String of) throws Unreachable {
    List<KnownHosts.Entry> all = new ArrayList<>(files.entries(target.userKnownHosts(), of));
    all.addAll(files.entries(target.globalKnownHosts(), of));
    return all;
  }

  /**
   * What the server is asked for: certificates where an authority is known, then keys of the types
   * that are known, so that a known host is never taken for an unknown one.
   */
  String algorithms() {
    List<String> wanted = new ArrayList<>();
    if (both().anyMatch(entry -> entry.marker().equals("@cert-authority"))) {
      ALGORITHMS.forEach(algorithm -> wanted.add(algorithm + "-cert-v01@openssh.com"));
    }
    List<String> known =
        both().filter(KnownHosts.Entry::isKey).map(KnownHosts.Entry::type).toList();
    ALGORITHMS.stream().filter(algorithm -> known.contains(type(algorithm))).forEach(wanted::add);
    ALGORITHMS.stream().filter(algorithm -> !wanted.contains(algorithm)).forEach(wanted::add);
    return String.join(",", wanted);
  }

  /** Why the key was refused, where it was. */
  Optional<Unreachable> refusal() {
    return refusal;
  }

  @Override
  public int check(String ignored, byte[] key) {
    String type = typeOf(key);
    Optional<KnownHosts.Entry> revoked =
        both().filter(e -> e.marker().equals("@revoked") && same(e, key)).findFirst();
    if (revoked.isPresent()) {
      refusal = Optional.of(revoked(revoked.get(), type));
      return CHANGED;
    }
    List<KnownHosts.Entry> keys = entries.stream().filter(KnownHosts.Entry::isKey).toList();
    if (keys.stream().anyMatch(entry -> same(entry, key))) {
      return OK;
    }
    Optional<KnownHosts.Entry> other =
        keys.stream().filter(entry -> entry.type().equals(type)).findFirst();
    if (other.isPresent()) {
      refusal = Optional.of(changed(other.get(), type, key));
      return CHANGED;
    }
    if (plain.stream().anyMatch(entry -> entry.isKey() && same(entry, key))) {
      return OK;
    }
    if (target.acceptNew() && keys.isEmpty()) {
      return remember(type, key);
    }
    refusal = Optional.of(unknown(keys, type, key));
    return NOT_INCLUDED;
  }

  private int remember(String type, byte[] key) {
    try {
      files.add(target.userKnownHosts().get(0), name, type, key);
      return OK;
    } catch (IOException | IndexOutOfBoundsException e) {
      refusal =
          Optional.of(
              new Unreachable(
                  Unreachable.Kind.CONFIGURATION,
                  target.place() + ": its new host key cannot be remembered: " + e.getMessage(),
                  "name a file that can be written with `-o UserKnownHostsFile=FILE`"));
      return NOT_INCLUDED;
    }
  }

  private Unreachable unknown(List<KnownHosts.Entry> others, String type, byte[] key) {
    String also =
        others.isEmpty()
            ? ""
            : "; what is known is a key of another type at " + others.get(0).place();
    return new Unreachable(
        Unreachable.Kind.HOST_KEY_UNKNOWN,
        target.place() + ": its host key is not known: " + type + " " + fingerprint(key) + also,
        "compare it on the host with `ssh-keygen -lf /etc/ssh/ssh_host_"
            + type.replaceAll("^ssh-|-.*", "")
            + "_key.pub`, then log in once with ssh; or let the inventory say"
            + " `ansible_ssh_common_args: -o StrictHostKeyChecking=accept-new`");
  }

  private Unreachable changed(KnownHosts.Entry known, String type, byte[] key) {
    return new Unreachable(
        Unreachable.Kind.HOST_KEY_CHANGED,
        target.place()
            + ": its host key is not the one at "
            + known.place()
            + ": "
            + type
            + " "
            + fingerprint(key)
            + ", known is "
            + fingerprint(known.key()),
        "somebody may be in between; where the host was installed anew, `ssh-keygen -R '"
            + name
            + "' -f "
            + known.place().replaceAll(":[0-9]+$", "")
            + "`");
  }

  private Unreachable revoked(KnownHosts.Entry entry, String type) {
    return new Unreachable(
        Unreachable.Kind.HOST_KEY_CHANGED,
        target.place() + ": its " + type + " host key is marked as revoked at " + entry.place(),
        "whoever holds this key may not be the host; give the host a new one");
  }

  /** Authorities and revoked keys under the very name JSch looks for, for they fit it already. */
  @Override
  public HostKey[] getHostKey() {
    List<HostKey> marked = new ArrayList<>();
    List<KnownHosts.Entry> all = both().filter(entry -> !entry.marker().isEmpty()).toList();
    for (KnownHosts.Entry entry : all) {
      try {
        marked.add(new HostKey(entry.marker(), name, HostKey.GUESS, entry.key(), null));
      } catch (JSchException | RuntimeException unsupported) {
        // A key of a type that is not supported signs nothing that could be checked.
      }
    }
    return marked.toArray(new HostKey[0]);
  }

  @Override
  public HostKey[] getHostKey(String host, String type) {
    return new HostKey[0];
  }

  @Override
  public String getKnownHostsRepositoryID() {
    return target.userKnownHosts().stream().map(Object::toString).collect(Collectors.joining(" "));
  }

  @Override
  public void add(HostKey key, UserInfo user) {
    throw new UnsupportedOperationException("JSch only asks; tuner itself remembers keys");
  }

  @Override
  public void remove(String host, String type) {
    throw new UnsupportedOperationException("JSch only asks; tuner itself remembers keys");
  }

  @Override
  public void remove(String host, String type, byte[] key) {
    throw new UnsupportedOperationException("JSch only asks; tuner itself remembers keys");
  }

  private Stream<KnownHosts.Entry> both() {
    return Stream.concat(entries.stream(), plain.stream());
  }

  private static boolean same(KnownHosts.Entry entry, byte[] key) {
    return Arrays.equals(entry.key(), key);
  }

  private static String type(String algorithm) {
    return algorithm.startsWith("rsa-") ? "ssh-rsa" : algorithm;
  }

  /** A public key begins with the name of its type (RFC 4253, 6.6). */
  static String typeOf(byte[] key) {
    int length = ByteBuffer.wrap(key).getInt();
    return new String(key, 4, length, StandardCharsets.US_ASCII);
  }

  static String fingerprint(byte[] key) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(key);
      return "SHA256:" + Base64.getEncoder().withoutPadding().encodeToString(digest);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
