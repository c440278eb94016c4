package io.tuner.resources;

import io.tuner.format.LimitsConf;
import io.tuner.resource.Bound;
import io.tuner.resource.Missing;
import io.tuner.resource.Notes;
import io.tuner.resource.Problems;
import java.math.BigInteger;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** What limits may be (limits.conf(5), setrlimit(2)). */
record LimitsRules(Limits limits) {

  private static final Set<String> ITEMS =
      Set.of(
          "core",
          "data",
          "fsize",
          "memlock",
          "nofile",
          "rss",
          "stack",
          "cpu",
          "nproc",
          "as",
          "maxlogins",
          "maxsyslogins",
          "nonewprivs",
          "priority",
          "locks",
          "sigpending",
          "msgqueue",
          "nice",
          "rtprio",
          "rttime");

  void check(Problems problems) {
    if (!limits.domain().matches("[^\\s#\\p{Cntrl}]+")) {
      problems.error("domain", "`" + limits.domain() + "` is no user, group or range");
    }
    if (limits.wanted().isEmpty()) {
      problems.error("domain", "write limits under `soft`, `hard` or `both`");
    }
    check("soft", limits.soft(), problems);
    check("hard", limits.hard(), problems);
    check("both", limits.both(), problems);
    for (String item : limits.both().keySet()) {
      String other = limits.soft().containsKey(item) ? "soft" : "hard";
      if (limits.soft().containsKey(item) || limits.hard().containsKey(item)) {
        problems.error("both." + item, "`" + item + "` stands under `" + other + "` as well");
      }
    }
    limits
        .soft()
        .forEach(
            (item, soft) -> {
              Bound hard = limits.hard().get(item);
              if (hard != null && above(item, soft.value(), hard.value())) {
                problems.error("soft." + item, "a soft limit is not above the hard one");
              }
            });
  }

  private static void check(String parameter, Map<String, Bound> limits, Problems problems) {
    limits.forEach(
        (item, bound) -> {
          String value = LimitsConf.normal(item, bound.value());
          boolean number =
              value.matches("[0-9]{1,19}")
                  || value.matches("-[0-9]{1,2}") && item.matches("nice|priority");
          if (!ITEMS.contains(item)) {
            problems.error(parameter + "." + item, "PAM knows no limit `" + item + "`");
          } else if (!number && !value.equals(LimitsConf.UNLIMITED)) {
            problems.error(
                parameter + "." + item,
                "`" + bound.value() + "` is neither a number nor `unlimited`");
          }
        });
  }

  /** Whether a limit is higher than another one. */
  private static boolean above(String item, String value, String other) {
    String one = LimitsConf.normal(item, value);
    String two = LimitsConf.normal(item, other);
    if (one.equals(LimitsConf.UNLIMITED) || two.equals(LimitsConf.UNLIMITED)) {
      return !two.equals(LimitsConf.UNLIMITED);
    }
    boolean numbers = one.matches("-?[0-9]+") && two.matches("-?[0-9]+");
    return numbers && new BigInteger(one).compareTo(new BigInteger(two)) > 0;
  }

  /** The limit wanted where this one was found; no limit keeps every lower bound. */
  static String target(String item, Bound bound, Optional<String> found) {
    String value = LimitsConf.normal(item, bound.value());
    if (found.filter(LimitsConf.UNLIMITED::equals).isPresent()) {
      return bound.relation() == Bound.Relation.AT_LEAST ? LimitsConf.UNLIMITED : value;
    }
    return LimitsConf.normal(item, bound.target(found.orElse("")));
  }

  /**
   * More open files than the kernel allows make setrlimit(2) fail, and perhaps the login with it.
   */
  static void allowed(String key, String value, Optional<String> openFiles) throws Missing {
    boolean files = LimitsState.item(key).equals("nofile") && value.matches("[0-9]+");
    if (files && openFiles.filter(most -> above("nofile", value, most)).isPresent()) {
      throw new Missing(
          "`%s` %s is more than fs.nr_open (%s): a login would not get it, or fail; raise that first"
              .formatted(key, value, openFiles.get()));
    }
  }

  static void warn(String domain, LimitsState observed, Map<String, String> login, Notes notes) {
    for (Map.Entry<String, String> entry : login.entrySet()) {
      String item = LimitsState.item(entry.getKey());
      String hard = login.getOrDefault("hard " + item, observed.around().hard().get(item));
      if (hard != null && above(item, entry.getValue(), hard)) {
        notes.warn("a login cuts `" + entry.getKey() + "` to the hard limit, " + hard);
      }
    }
    if (observed.around().services().values().stream().noneMatch(sets -> sets)) {
      notes.warn("no service in /etc/pam.d asks pam_limits.so for the limits of these files");
    }
    boolean all = domain.matches("\\*|@.*|%.*");
    if (all && !Objects.equals(observed.login(), login)) {
      notes.warn("`" + domain + "` does not hold for root, whose limits the domain `root` sets");
    }
  }
}
