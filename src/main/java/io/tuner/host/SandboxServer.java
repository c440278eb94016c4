package io.tuner.host;

import io.tuner.text.Secret;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.spec.ECGenParameterSpec;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.sshd.common.cipher.BuiltinCiphers;
import org.apache.sshd.common.compression.BuiltinCompressions;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.kex.BuiltinDHFactories;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.common.mac.BuiltinMacs;
import org.apache.sshd.common.random.JceRandomFactory;
import org.apache.sshd.common.signature.BuiltinSignatures;
import org.apache.sshd.common.util.buffer.ByteArrayBuffer;
import org.apache.sshd.server.ServerBuilder;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.auth.password.UserAuthPasswordFactory;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.channel.ChannelSessionFactory;
import org.apache.sshd.server.command.Command;

/**
 * An SSH server in this process, on the loopback interface, for directories that stand for hosts:
 * whoever logs in with the name of one gets a real shell that is told the directory as {@code R}.
 * Key and password are made for it and die with it.
 */
final class SandboxServer implements AutoCloseable {

  private final SshServer server = server();
  private final Map<String, Path> directories = new ConcurrentHashMap<>();
  private final Secret password = Secret.of(random());
  private final KnownHosts.Entry key;

  SandboxServer() throws IOException, GeneralSecurityException {
    // ECDSA, for Ed25519 would need another library here.
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    KeyPair pair = generator.generateKeyPair();
    server.setHost("127.0.0.1");
    server.setPort(0);
    server.setKeyPairProvider(KeyPairProvider.wrap(pair));
    server.setUserAuthFactories(List.of(UserAuthPasswordFactory.INSTANCE));
    server.setPasswordAuthenticator((user, given, session) -> admits(user, given));
    server.setCommandFactory(this::command);
    server.start();
    ByteArrayBuffer blob = new ByteArrayBuffer();
    blob.putRawPublicKey(pair.getPublic());
    key =
        new KnownHosts.Entry(
            "",
            "[127.0.0.1]:" + port(),
            KeyUtils.getKeyType(pair),
            blob.getCompactData(),
            "the sandbox");
  }

  /** Only what the client will take: each algorithm on offer would be tried out at the start. */
  private static SshServer server() {
    return ServerBuilder.builder()
        .randomFactory(JceRandomFactory.INSTANCE)
        .keyExchangeFactories(
            List.of(ServerBuilder.DH2KEX.apply(BuiltinDHFactories.curve25519_libssh)))
        .signatureFactories(List.of(BuiltinSignatures.nistp256))
        .cipherFactories(List.of(BuiltinCiphers.aes128gcm))
        .macFactories(List.of(BuiltinMacs.hmacsha256))
        .compressionFactories(List.of(BuiltinCompressions.none))
        .channelFactories(List.of(ChannelSessionFactory.INSTANCE))
        .build();
  }

  /** Lets a name in, at a directory. */
  void serve(String name, Path directory) {
    directories.put(name, directory);
  }

  int port() {
    return server.getPort();
  }

  Secret password() {
    return password;
  }

  KnownHosts.Entry key() {
    return key;
  }

  private boolean admits(String user, String given) {
    boolean right = MessageDigest.isEqual(given.getBytes(), password.reveal().getBytes());
    return right && directories.containsKey(user);
  }

  private Command command(ChannelSession channel, String words) {
    Path directory = directories.get(channel.getSession().getUsername());
    return new SandboxCommand(words, directory);
  }

  private static String random() {
    byte[] bytes = new byte[32];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  @Override
  public void close() throws IOException {
    server.stop(true);
  }
}
