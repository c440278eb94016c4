package io.tuner.host;

import com.jcraft.jsch.Identity;
import com.jcraft.jsch.JSchException;
import io.tuner.text.Secret;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A private key of a file, shared by all connections; its passphrase is asked for when it is used.
 */
final class Key {

  private final Path file;
  private final Identity identity;
  private final Prompts prompts;

  Key(Path file, Identity identity, Prompts prompts) {
    this.file = file;
    this.identity = identity;
    this.prompts = prompts;
  }

  Path file() {
    return file;
  }

  String algorithm() {
    return identity.getAlgName();
  }

  /** What the server is shown first; null where even that is encrypted. */
  byte[] blob() {
    return identity.getPublicKeyBlob();
  }

  boolean isLocked() {
    return identity.isEncrypted();
  }

  /** True where the key can be used from now on. */
  synchronized boolean unlock() {
    if (!identity.isEncrypted()) {
      return true;
    }
    Optional<Secret> passphrase = prompts.ask("passphrase of " + file + ": ", this::opens);
    return passphrase.isPresent() && !identity.isEncrypted();
  }

  private boolean opens(Secret passphrase) {
    try {
      return identity.setPassphrase(passphrase.reveal().getBytes(StandardCharsets.UTF_8));
    } catch (JSchException wrong) {
      return false;
    }
  }

  synchronized byte[] sign(byte[] text, String algorithm) {
    return identity.getSignature(text, algorithm);
  }
}
