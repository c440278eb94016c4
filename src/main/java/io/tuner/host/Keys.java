package io.tuner.host;

import com.jcraft.jsch.AgentIdentityRepository;
import com.jcraft.jsch.AgentProxyException;
import com.jcraft.jsch.Identity;
import com.jcraft.jsch.JSch;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.SSHAgentConnector;
import com.jcraft.jsch.UnixDomainSocketFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The private keys of files, each read once for all hosts, and those an agent holds. */
final class Keys {

  private static final Set<PosixFilePermission> OTHERS =
      Set.of(
          PosixFilePermission.GROUP_READ,
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.OTHERS_READ,
          PosixFilePermission.OTHERS_WRITE);

  private final Prompts prompts;
  private final Map<String, Key> read = new HashMap<>();

  Keys(Prompts prompts) {
    this.prompts = prompts;
  }

  /**
   * The keys of a target's files, each with its certificates before it.
   *
   * @throws Unreachable where one that was named cannot be used
   */
  synchronized List<Key> of(SshTarget target) throws Unreachable {
    List<Key> keys = new ArrayList<>();
    for (Path file : target.keys()) {
      Optional<String> fault = fault(file);
      if (fault.isPresent()) {
        if (target.keysNamed()) {
          throw unusable(file, fault.get());
        }
        continue;
      }
      for (Path certificate : certificates(file, target)) {
        key(file, Optional.of(certificate)).ifPresent(keys::add);
      }
      Optional<Key> key = key(file, Optional.empty());
      if (key.isEmpty() && target.keysNamed()) {
        throw unusable(file, "it is not a private key of a kind that is supported");
      }
      key.ifPresent(keys::add);
    }
    return keys;
  }

  /** What the agent at a socket holds; nothing where none answers. */
  List<Identity> ofAgent(Path socket) {
    try {
      return List.copyOf(
          new AgentIdentityRepository(new SSHAgentConnector(new UnixDomainSocketFactory(), socket))
              .getIdentities());
    } catch (AgentProxyException none) {
      return List.of();
    }
  }

  private static List<Path> certificates(Path file, SshTarget target) {
    List<Path> all = new ArrayList<>(target.certificates());
    all.add(Path.of(file + "-cert.pub"));
    return all.stream().filter(Files::isRegularFile).toList();
  }

  private Optional<Key> key(Path file, Optional<Path> certificate) {
    String name = file + certificate.map(path -> " " + path).orElse("");
    Key known = read.get(name);
    if (known != null) {
      return Optional.of(known);
    }
    try {
      JSch reader = new JSch();
      if (certificate.isPresent()) {
        reader.addIdentity(file.toString(), certificate.get().toString(), null);
      } else {
        reader.addIdentity(file.toString());
      }
      Identity identity = reader.getIdentityRepository().getIdentities().get(0);
      Key key = new Key(file, identity, prompts);
      read.put(name, key);
      return Optional.of(key);
    } catch (JSchException | RuntimeException malformed) {
      return Optional.empty();
    }
  }

  /** Why ssh would not use a file. */
  private static Optional<String> fault(Path file) {
    if (!Files.isRegularFile(file)) {
      return Optional.of("there is no such file");
    }
    if (!Files.isReadable(file)) {
      return Optional.of("it cannot be read");
    }
    try {
      boolean mine = Files.getOwner(file).getName().equals(System.getProperty("user.name"));
      return mine && Files.getPosixFilePermissions(file).stream().anyMatch(OTHERS::contains)
          ? Optional.of("others may read it; `chmod 600` it")
          : Optional.empty();
    } catch (IOException | UnsupportedOperationException unknown) {
      return Optional.empty();
    }
  }

  private static Unreachable unusable(Path file, String why) {
    return new Unreachable(Unreachable.Kind.CONFIGURATION, "private key " + file + ": " + why, "");
  }
}
