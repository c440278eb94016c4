package io.tuner.host;

import io.tuner.text.Secret;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * One server to log in at, with all that was said of it put together.
 *
 * @param host the address that is connected to
 * @param keyName under which the host's key is known, where that is another name
 * @param keys private key files in the order they are tried
 * @param keysNamed false where they are only the usual ones
 * @param onlyThese true leaves out what else the agent holds
 * @param certificates of the keys, besides those that lie beside them
 * @param agent the socket of ssh-agent
 * @param userKnownHosts where a new key is remembered: the first of them
 * @param jumps the way there, the nearest first
 * @param silence after which the server is asked whether it lives
 * @param silences so many without an answer end the connection
 */
record SshTarget(
    String host,
    int port,
    String user,
    Optional<Secret> password,
    Optional<String> keyName,
    List<Path> keys,
    boolean keysNamed,
    boolean onlyThese,
    List<Path> certificates,
    Optional<Path> agent,
    List<Path> userKnownHosts,
    List<Path> globalKnownHosts,
    boolean acceptNew,
    List<SshTarget> jumps,
    Duration connectTimeout,
    Duration silence,
    int silences) {

  private static final int MOST_JUMPS = 8;

  /** {@code user@host port 22}, for messages. */
  String place() {
    return user + "@" + host + (port == 22 ? "" : " port " + port);
  }

  /**
   * Puts together what settings and configuration say.
   *
   * @param home of the user who runs tuner
   */
  static SshTarget of(ConnectionSettings settings, Path home) throws Unreachable {
    Map<String, List<String>> given = new LinkedHashMap<>(settings.sshOptions());
    settings.port().ifPresent(port -> given.put("port", List.of("" + port)));
    settings.user().ifPresent(user -> given.put("user", List.of(user)));
    settings.privateKey().ifPresent(key -> given.put("identityfile", List.of(key.toString())));
    settings
        .connectTimeout()
        .ifPresent(limit -> given.put("connecttimeout", List.of("" + limit.toSeconds())));
    return new Builder(settings, config(given, home), home)
        .build(settings.address(), given, settings.password(), 0);
  }

  private static SshConfig config(Map<String, List<String>> given, Path home) {
    String file = given.getOrDefault("configfile", List.of("")).get(0);
    if (file.isEmpty()) {
      return SshConfig.usual(home);
    }
    return new SshConfig(
        file.equals("none") ? List.of() : List.of(Path.of(SshConfig.tilde(file, home))), home);
  }

  private record Builder(ConnectionSettings settings, SshConfig config, Path home) {

    SshTarget build(
        String name, Map<String, List<String>> given, Optional<Secret> password, int depth)
        throws Unreachable {
      SshOptions options = new SshOptions(name, config.lookup(name, given), home);
      options.refuseProxyCommand();
      List<Path> keys = options.paths("identityfile");
      return new SshTarget(
          options.host(),
          options.number("port", 22),
          options.user(),
          password,
          options.text("hostkeyalias"),
          options.text("identityfile").isEmpty() ? usualKeys() : keys,
          options.text("identityfile").isPresent(),
          options.truth("identitiesonly"),
          options.paths("certificatefile"),
          options.agent(),
          options.knownHosts("userknownhostsfile", userKnownHosts()),
          options.knownHosts("globalknownhostsfile", globalKnownHosts()),
          settings.acceptNew(),
          jumps(options, depth),
          Duration.ofSeconds(options.number("connecttimeout", 30)),
          Duration.ofSeconds(options.number("serveraliveinterval", 15)),
          options.number("serveralivecountmax", 3));
    }

    private List<SshTarget> jumps(SshOptions options, int depth) throws Unreachable {
      Optional<String> jump = options.text("proxyjump").filter(text -> !text.equals("none"));
      if (jump.isEmpty()) {
        return List.of();
      }
      if (depth > MOST_JUMPS) {
        throw options.fault("ProxyJump leads in a circle");
      }
      List<SshTarget> way = new ArrayList<>();
      for (String hop : jump.get().split(",")) {
        Map<String, List<String>> given = new LinkedHashMap<>();
        keep("userknownhostsfile", given);
        keep("globalknownhostsfile", given);
        String name = hop(hop.strip(), given, options);
        if (!way.isEmpty()) {
          given.put("proxyjump", List.of("none"));
        }
        SshTarget target = build(name, given, Optional.empty(), depth + 1);
        way.addAll(target.jumps());
        way.add(target.direct(settings.privateKey()));
      }
      return way;
    }

    private void keep(String keyword, Map<String, List<String>> given) {
      Optional.ofNullable(settings.sshOptions().get(keyword))
          .ifPresent(value -> given.put(keyword, value));
    }

    /** {@code [user@]host[:port]}, with the address of IPv6 in brackets, or as a URI. */
    private static String hop(String text, Map<String, List<String>> given, SshOptions options)
        throws Unreachable {
      String rest = text.toLowerCase(Locale.ROOT).startsWith("ssh://") ? text.substring(6) : text;
      int at = rest.lastIndexOf('@');
      if (at > 0) {
        given.put("user", List.of(rest.substring(0, at)));
      }
      rest = rest.substring(at + 1);
      int colon = rest.lastIndexOf(':');
      boolean bracketed = rest.startsWith("[");
      if (bracketed ? colon > rest.indexOf(']') : colon > 0 && rest.indexOf(':') == colon) {
        String port = rest.substring(colon + 1);
        if (!port.matches("[0-9]{1,5}")) {
          throw options.fault("ProxyJump: `" + text + "` is not [user@]host[:port]");
        }
        given.put("port", List.of(port));
        rest = rest.substring(0, colon);
      }
      String host = bracketed ? rest.replaceAll("[\\[\\]]", "") : rest;
      if (host.isEmpty()) {
        throw options.fault("ProxyJump: `" + text + "` is not [user@]host[:port]");
      }
      return host;
    }

    private List<Path> usualKeys() {
      return List.of("id_ed25519", "id_ecdsa", "id_rsa").stream()
          .map(name -> home.resolve(".ssh").resolve(name))
          .filter(Files::isRegularFile)
          .toList();
    }

    private List<Path> userKnownHosts() {
      return List.of(home.resolve(".ssh/known_hosts"), home.resolve(".ssh/known_hosts2"));
    }

    private static List<Path> globalKnownHosts() {
      return List.of(Path.of("/etc/ssh/ssh_known_hosts"), Path.of("/etc/ssh/ssh_known_hosts2"));
    }
  }

  /** As one hop of a way that is kept elsewhere, tried with the inventory's key as well. */
  private SshTarget direct(Optional<Path> further) {
    List<Path> all = new ArrayList<>(keys);
    further.filter(key -> !all.contains(key)).ifPresent(all::add);
    return new SshTarget(
        host,
        port,
        user,
        password,
        keyName,
        all,
        keysNamed,
        onlyThese,
        certificates,
        agent,
        userKnownHosts,
        globalKnownHosts,
        acceptNew,
        List.of(),
        connectTimeout,
        silence,
        silences);
  }
}
