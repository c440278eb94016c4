package io.tuner.resources;

import io.tuner.format.BoxedTable;
import io.tuner.format.Refusal;
import io.tuner.format.ServerParameters;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Readings;
import io.tuner.resource.Script;
import io.tuner.text.Secret;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What is said to a cluster about one parameter. The client reads an option file from its standard
 * input (mysql(1), {@code --defaults-extra-file}, which must come first), so that the password is
 * in no argument and in no file.
 *
 * @param task whose
 * @param parameter its name
 * @param client the one to use; empty for the first one installed
 */
record OceanbaseSession(
    OceanbaseParameter task, String parameter, Optional<OceanbaseParameter.Client> client) {

  /** The packages of obclient put it below /u01 and link it into no directory of tools. */
  private static final List<String> CLIENTS =
      List.of("obclient", "/u01/obclient/bin/obclient", "mysql");

  List<String> tools() {
    return client
        .map(
            c ->
                c == OceanbaseParameter.Client.MYSQL
                    ? CLIENTS.subList(2, 3)
                    : CLIENTS.subList(0, 2))
        .orElse(CLIENTS);
  }

  Probe probe() {
    Probe probe = Probe.NOTHING.runFirst(tools(), arguments(shown()), Optional.of(credentials()));
    return isOfTenant()
        ? probe
        : probe.runFirst(tools(), arguments(kept()), Optional.of(credentials()));
  }

  /** The table of a tenant's parameters is the tenant's own, which another cannot read. */
  private boolean isOfTenant() {
    return task.scope() == OceanbaseParameter.Scope.TENANT;
  }

  private String shown() {
    return "SHOW PARAMETERS LIKE '" + ServerParameters.pattern(parameter) + "'" + ofTenant();
  }

  /**
   * What was set, for the observers show what they run with: a static parameter changes there with
   * the next start alone. The table has rows of all servers (ANY), of a zone, and of one server;
   * the newest that fits counts.
   */
  private String kept() {
    return "SELECT zone, svr_ip, svr_port, value, config_version FROM oceanbase.__all_sys_parameter"
        + " WHERE name = '"
        + parameter
        + "'";
  }

  private String ofTenant() {
    return task.tenant().map(t -> " TENANT = '" + t + "'").orElse("");
  }

  private List<String> arguments(String statement) {
    return List.of(
        "--defaults-extra-file=/dev/stdin",
        "--host=" + task.host(),
        "--port=" + task.port(),
        "--user=" + task.user(),
        "--batch",
        "--execute=" + statement);
  }

  private Secret credentials() {
    String quoted = task.password().reveal().replace("\\", "\\\\").replace("\"", "\\\"");
    return Secret.of("[client]\npassword=\"" + quoted + "\"\n");
  }

  OceanbaseState parse(Readings readings) throws ProbeFailed {
    Optional<Readings.Output> output =
        readings
            .runFirst(tools(), arguments(shown()), Optional.of(credentials()))
            .known("the parameter " + parameter);
    Map<String, String> persistent = new TreeMap<>();
    Map<String, String> restart = new TreeMap<>();
    String scope = "";
    boolean fixed = false;
    boolean late = false;
    try {
      for (ServerParameters.Row row : rows(output)) {
        if (task.server().isPresent() && !task.server().get().equals(row.observer())) {
          continue;
        }
        boolean waits = row.isStatic() && !isOfTenant();
        persistent.put(row.observer(), spelt(waits ? set(readings, row) : row.value()));
        if (waits) {
          restart.put(row.observer(), spelt(row.value()));
        }
        scope = row.scope();
        fixed |= row.isReadOnly();
        late |= row.isStatic() && isOfTenant();
      }
    } catch (Refusal refusal) {
      throw new ProbeFailed(refusal.getMessage());
    }
    return new OceanbaseState(
        persistent, restart, new OceanbaseState.Found(output.isPresent(), scope, fixed, late));
  }

  /** As the task spells it, where it is that value: `true` is shown as `True`, 64G as 65536M. */
  private String spelt(String found) {
    return ServerParameters.same(found, task.value()) ? task.value() : found;
  }

  private List<ServerParameters.Row> rows(Optional<Readings.Output> output)
      throws Refusal, ProbeFailed {
    if (output.isEmpty()) {
      return List.of();
    }
    return ServerParameters.of(BoxedTable.parseBatch(text(output.get()))).named(parameter).rows();
  }

  private static String text(Readings.Output output) throws ProbeFailed {
    if (output.exit() != 0) {
      throw new ProbeFailed(output.tool() + ": " + output.stderr().strip());
    }
    return output.stdout();
  }

  /** What was set for an observer by the newest row that is about it; else what it runs with. */
  private String set(Readings readings, ServerParameters.Row of) throws Refusal, ProbeFailed {
    Optional<Readings.Output> output =
        readings
            .runFirst(tools(), arguments(kept()), Optional.of(credentials()))
            .known("what was set of " + parameter);
    List<BoxedTable.Row> rows =
        output.isEmpty() ? List.of() : BoxedTable.parseBatch(text(output.get())).rows();
    return rows.stream()
        .filter(row -> isAbout(row, of))
        .max(Comparator.comparingLong(OceanbaseSession::version))
        .flatMap(row -> row.get("value"))
        .orElse(of.value());
  }

  private static boolean isAbout(BoxedTable.Row row, ServerParameters.Row of) {
    String ip = row.get("svr_ip").orElse("");
    String zone = row.get("zone").orElse("");
    boolean all = ip.isEmpty() || ip.equalsIgnoreCase("ANY");
    return all
        ? zone.isEmpty() || zone.equals(of.zone())
        : of.observer().equals(ip + ":" + row.get("svr_port").orElse(""));
  }

  private static long version(BoxedTable.Row row) {
    String version = row.get("config_version").orElse("");
    return version.matches("[0-9]{1,18}") ? Long.parseLong(version) : 0;
  }

  /** One statement where all observers get one value, else one for each that differs. */
  Script transition(Map<String, String> from, Map<String, String> to) {
    Script script = Script.empty();
    Set<String> values = Set.copyOf(to.values());
    boolean all = task.server().isEmpty() && to.keySet().equals(from.keySet());
    if (from.equals(to)) {
      return script;
    }
    if (all && values.size() == 1) {
      return set(script, values.iterator().next(), "");
    }
    for (Map.Entry<String, String> wanted : to.entrySet()) {
      if (!wanted.getValue().equals(from.get(wanted.getKey()))) {
        script = set(script, wanted.getValue(), " SERVER = '" + wanted.getKey() + "'");
      }
    }
    return script;
  }

  private Script set(Script script, String wanted, String where) {
    String text = wanted.replace("\\", "\\\\").replace("'", "''");
    String statement = "ALTER SYSTEM SET " + parameter + " = '" + text + "'" + where + ofTenant();
    List<String> words = new ArrayList<>(arguments(statement));
    return script.run(tools(), words, Optional.of(credentials()), Set.of(0));
  }
}
