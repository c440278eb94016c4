package io.tuner.resources;

import io.tuner.format.LimitsConf;
import io.tuner.resource.Content;
import io.tuner.resource.Context;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The limits of one domain, by type and item: {@code soft nofile}.
 *
 * @param login what the next login gets, as far as files speak of that domain
 * @param persistent what tuner's own file says
 * @param around what else was found
 */
record LimitsState(
    Map<String, String> login, Map<String, String> persistent, @Context Around around) {

  /**
   * What is not compared.
   *
   * @param file tuner's own file
   * @param openFiles the most that nofile may be; empty where the kernel does not say
   * @param hard the hard limits of the next login by item, whatever the task speaks of
   * @param later where a file that is read after ours decides a limit
   * @param services of PAM, by the path of their file: {@code true} where it sets limits from these
   *     files, {@code false} also where it names another file, which it reads alone
   */
  record Around(
      Optional<String> file,
      Optional<String> openFiles,
      Map<String, String> hard,
      Map<String, String> later,
      Map<String, Boolean> services) {
    Around with(Optional<String> newFile) {
      return new Around(newFile, openFiles, hard, later, services);
    }
  }

  private static final Pattern MODULE =
      Pattern.compile("(?m)^[^#\n]*\\bpam_limits\\.so\\b(?![^\n]*\\bconf=)");
  private static final String OPEN_FILES = "/proc/sys/fs/nr_open";
  private static final List<String> SERVICES =
      List.of("/etc/pam.d/*", "/usr/lib/pam.d/*", "/usr/etc/pam.d/*");
  private static final List<String> ROOTS =
      List.of("/etc/security", "/usr/etc/security", "/usr/lib/pam/security");

  static final Probe PROBE = probe();

  private static Probe probe() {
    Probe probe = files().file(Limits.FILE.path()).file(OPEN_FILES);
    for (String pattern : SERVICES) {
      probe = probe.glob(pattern);
    }
    return probe;
  }

  /** All files that PAM may take limits from. */
  static Probe files() {
    Probe probe = Probe.NOTHING;
    for (String root : ROOTS) {
      probe = probe.file(root + "/limits.conf").glob(root + "/limits.d/*.conf");
    }
    return probe;
  }

  /** Their texts, by path. */
  static Map<String, String> texts(Readings readings) throws ProbeFailed {
    Map<String, String> texts = new TreeMap<>();
    for (String root : ROOTS) {
      readings.text(root + "/limits.conf").ifPresent(t -> texts.put(root + "/limits.conf", t));
      texts.putAll(SysctlWriter.texts(readings, root + "/limits.d/*.conf"));
    }
    return texts;
  }

  static LimitsState parse(Readings readings, String domain, Set<String> wanted)
      throws ProbeFailed {
    Map<String, String> texts = texts(readings);
    texts.putIfAbsent(Limits.FILE.path(), "");
    List<String> order = LimitsConf.order(texts.keySet());
    Map<String, String> all = new LinkedHashMap<>();
    Map<String, String> later = new TreeMap<>();
    for (String path : order) {
      boolean after = order.indexOf(path) > order.indexOf(Limits.FILE.path());
      for (LimitsConf.Limit limit : LimitsConf.parse(texts.get(path)).limits()) {
        all.put(limit.key(), limit.value());
        String key = limit.key().substring(limit.key().indexOf(' ') + 1);
        if (after && limit.key().equals(domain + " " + key) && wanted.contains(key)) {
          later.put(key, path + ":" + limit.line());
        }
      }
    }
    Map<String, String> hard = new TreeMap<>();
    for (String key : wanted) {
      String other = LimitsConf.key(domain, "hard", item(key));
      Optional.ofNullable(all.get(other)).ifPresent(value -> hard.put(item(key), value));
    }
    Optional<String> file = readings.text(Limits.FILE.path());
    Map<String, Boolean> services = new TreeMap<>();
    for (String pattern : SERVICES) {
      for (Map.Entry<String, Reading<Content>> service : readings.glob(pattern).entrySet()) {
        String text =
            service.getValue() instanceof Reading.Present<Content> present
                ? Readings.decode(present.value())
                : "";
        services.put(service.getKey(), MODULE.matcher(text).find());
      }
    }
    return new LimitsState(
        ours(domain, wanted, all),
        ours(domain, wanted, LimitsConf.parse(file.orElse("")).values()),
        new Around(
            file,
            readings.line(OPEN_FILES).filter(text -> text.matches("[0-9]{1,18}")),
            hard,
            later,
            services));
  }

  private static Map<String, String> ours(
      String domain, Set<String> wanted, Map<String, String> values) {
    Map<String, String> ours = new LinkedHashMap<>();
    for (String key : wanted) {
      Optional.ofNullable(values.get(domain + " " + key)).ifPresent(value -> ours.put(key, value));
    }
    return ours;
  }

  /** The same limits under the keys of the file. */
  static Map<String, String> ours(String domain, Map<String, String> limits) {
    Map<String, String> keyed = new LinkedHashMap<>();
    limits.forEach((key, value) -> keyed.put(domain + " " + key, value));
    return keyed;
  }

  /** The item of {@code soft nofile}. */
  static String item(String key) {
    return key.substring(key.indexOf(' ') + 1);
  }
}
