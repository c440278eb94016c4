package io.tuner.host;

import com.jcraft.jsch.JSch;
import com.jcraft.jsch.JSchException;
import com.jcraft.jsch.Proxy;
import com.jcraft.jsch.Session;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Logs in at servers. What several hosts share is there once: the keys, the files of host keys, and
 * the connections to jump hosts.
 */
final class SshClient implements AutoCloseable {

  private static final String CIPHERS =
      "aes128-gcm@openssh.com,aes256-gcm@openssh.com,aes128-ctr,aes192-ctr,aes256-ctr";
  private static final String MACS =
      "hmac-sha2-256-etm@openssh.com,hmac-sha2-512-etm@openssh.com,hmac-sha2-256,hmac-sha2-512";

  /** What is weak is left out: SHA-1, CBC, ssh-dss. The first of each is also the fastest. */
  private static final Map<String, String> CONFIG =
      Map.ofEntries(
          Map.entry(
              "kex",
              "curve25519-sha256,curve25519-sha256@libssh.org,ecdh-sha2-nistp256,"
                  + "ecdh-sha2-nistp384,ecdh-sha2-nistp521,diffie-hellman-group-exchange-sha256,"
                  + "diffie-hellman-group16-sha512,diffie-hellman-group18-sha512,"
                  + "diffie-hellman-group14-sha256"),
          Map.entry("cipher.c2s", CIPHERS),
          Map.entry("cipher.s2c", CIPHERS),
          Map.entry("mac.c2s", MACS),
          Map.entry("mac.s2c", MACS),
          // Everything named above is in Java itself: trying it out first only costs time.
          Map.entry("CheckKexes", ""),
          Map.entry("CheckSignatures", ""),
          Map.entry("CheckCiphers", ""),
          Map.entry("CheckMacs", ""),
          Map.entry("StrictHostKeyChecking", "yes"),
          Map.entry("prefer_known_host_key_types", "no"),
          Map.entry("try_additional_pubkey_algorithms", "no"));

  private final JSch jsch = new JSch();
  private final Keys keys;
  private final KnownHosts knownHosts;
  private final Watch watch;
  private final Map<String, Jump> jumps = new HashMap<>();
  private final List<SshLink> links = new ArrayList<>();

  SshClient(Prompts prompts, KnownHosts knownHosts, Watch watch) {
    this.knownHosts = knownHosts;
    this.keys = new Keys(prompts);
    this.watch = watch;
  }

  /** A jump host's connection, and the lock under which it is made. */
  private static final class Jump {
    private SshLink link;
  }

  /** Logs in, through jump hosts where there are some. */
  SshLink connect(SshTarget target) throws Unreachable {
    Optional<SshLink> through = Optional.empty();
    for (SshTarget hop : target.jumps()) {
      through = Optional.of(jump(hop, through));
    }
    return connect(target, through);
  }

  private SshLink jump(SshTarget hop, Optional<SshLink> through) throws Unreachable {
    Jump jump;
    String way = hop.place() + through.map(link -> " through " + link.way()).orElse("");
    synchronized (jumps) {
      jump = jumps.computeIfAbsent(way, key -> new Jump());
    }
    synchronized (jump) {
      if (jump.link == null || !jump.link.isAlive()) {
        jump.link = connect(hop, through);
      }
      return jump.link;
    }
  }

  private SshLink connect(SshTarget target, Optional<SshLink> through) throws Unreachable {
    HostKeyCheck check = new HostKeyCheck(target, knownHosts);
    Wire wire = new Wire(target.connectTimeout());
    Optional<Tunnel> tunnel = through.map(link -> new Tunnel(link.session(), wire));
    Runnable cut =
        () -> {
          wire.cut();
          tunnel.ifPresent(Tunnel::close);
        };
    try (ConnectLimit limit = new ConnectLimit(watch, target.connectTimeout(), cut)) {
      Login login = new Login(target, keys, limit);
      try {
        Session session = session(target, login, check);
        session.setSocketFactory(wire);
        tunnel.ifPresent(way -> session.setProxy((Proxy) way));
        session.connect((int) target.connectTimeout().toMillis());
        SshLink link = new SshLink(target, through, session, wire, cut, watch);
        synchronized (links) {
          links.add(link);
        }
        return link;
      } catch (JSchException e) {
        throw SshFailure.of(target, e, login, check, limit.hasPassed());
      } catch (Login.Refused e) {
        throw SshFailure.authentication(target.place(), login);
      }
    }
  }

  private Session session(SshTarget target, Login login, HostKeyCheck check) throws JSchException {
    Session session = jsch.getSession(target.user(), target.host(), target.port());
    CONFIG.forEach(session::setConfig);
    session.setConfig("server_host_key", check.algorithms());
    session.setConfig("PreferredAuthentications", login.ways());
    // With a password it must be known which ways the server has: a wrong try is counted there.
    session.setConfig("enable_auth_none", login.hasPassword() ? "yes" : "no");
    session.setConfig("enable_pubkey_auth_query", login.isBlind() ? "no" : "yes");
    session.setHostKeyRepository(check);
    target.keyName().ifPresent(session::setHostKeyAlias);
    session.setIdentityRepository(login.repository());
    session.setUserInfo(login);
    session.setDaemonThread(true);
    return session;
  }

  void forget(SshLink link) {
    synchronized (links) {
      links.remove(link);
    }
  }

  /** Ends every connection; a thread that still reads one would hold the end of the process. */
  @Override
  public void close() {
    List<SshLink> open;
    synchronized (links) {
      open = new ArrayList<>(links);
      links.clear();
    }
    for (int i = open.size() - 1; i >= 0; i--) {
      open.get(i).close();
    }
  }
}
