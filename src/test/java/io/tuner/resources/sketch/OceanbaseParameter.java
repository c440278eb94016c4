package io.tuner.resources.sketch;

import io.tuner.format.BoxedTable;
import io.tuner.format.Refusal;
import io.tuner.resource.Context;
import io.tuner.resource.Knob;
import io.tuner.resource.Missing;
import io.tuner.resource.Notes;
import io.tuner.resource.Parameter;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Readings;
import io.tuner.resource.Resource;
import io.tuner.resource.Script;
import io.tuner.resource.Settles;
import io.tuner.resource.Type;
import io.tuner.resource.Unsupported;
import io.tuner.text.Secret;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Tries the contract on a database: rows of several servers, a secret, and what a row decides. */
@Type(name = "oceanbase_parameter", summary = "A parameter of every observer of a cluster")
public record OceanbaseParameter(
    @Parameter(value = "its name", example = "memory_limit", required = true) String parameter,
    @Parameter(value = "the value", example = "64G", required = true) String value,
    @Parameter(value = "where an observer listens", byDefault = "127.0.0.1") String host,
    @Parameter(value = "and at which port", byDefault = "2881") int port,
    @Parameter(value = "who may set it", byDefault = "root@sys") String user,
    @Parameter(value = "the password", required = true) Secret password)
    implements Resource<OceanbaseParameter.State> {

  private static final List<String> CLIENTS = List.of("obclient", "mysql");

  /**
   * The parameter on every observer.
   *
   * @param persistent the value by observer
   * @param found whether there is a client, and when each observer takes a new value
   */
  public record State(Map<String, String> persistent, @Context Found found) {}

  /** What decides: a client that was found, and the edit level by observer. */
  public record Found(boolean client, Map<String, String> levels) {}

  @Override
  public String name() {
    return host + ":" + port + "/" + parameter;
  }

  @Override
  public Probe probe() {
    return Probe.NOTHING.runFirst(CLIENTS, arguments(question()), Optional.of(credentials()));
  }

  private String question() {
    // In LIKE an underscore stands for any character.
    return "SHOW PARAMETERS LIKE '" + parameter.replace("_", "\\_") + "'";
  }

  /** The password comes in an option file on standard input, for arguments are public. */
  private List<String> arguments(String statement) {
    return List.of(
        "--defaults-extra-file=/dev/stdin",
        "--host=" + host,
        "--port=" + port,
        "--user=" + user,
        "--batch",
        "--execute=" + statement);
  }

  private Secret credentials() {
    String quoted = password.reveal().replace("\\", "\\\\").replace("\"", "\\\"");
    return Secret.of("[client]\npassword=\"" + quoted + "\"\n");
  }

  @Override
  public State parse(Readings readings) throws ProbeFailed {
    Optional<Readings.Output> output =
        readings
            .runFirst(CLIENTS, arguments(question()), Optional.of(credentials()))
            .known("the parameter " + parameter);
    if (output.isPresent() && output.get().exit() != 0) {
      throw new ProbeFailed(output.get().tool() + ": " + output.get().stderr().strip());
    }
    Map<String, String> values = new TreeMap<>();
    Map<String, String> levels = new TreeMap<>();
    try {
      String text = output.map(Readings.Output::stdout).orElse("");
      for (BoxedTable.Row row : BoxedTable.parseBatch(text).rows()) {
        if (row.get("name").equals(Optional.of(parameter))) {
          String observer = row.get("svr_ip").orElse("?") + ":" + row.get("svr_port").orElse("?");
          values.put(observer, row.get("value").orElse(""));
          levels.put(observer, row.get("edit_level").orElse(""));
        }
      }
    } catch (Refusal refusal) {
      throw new ProbeFailed(refusal.getMessage());
    }
    return new State(values, new Found(output.isPresent(), levels));
  }

  @Override
  public State target(State observed, Notes notes) throws Unsupported {
    if (!observed.found().client()) {
      throw new Missing("there is neither obclient nor mysql here");
    }
    if (observed.persistent().isEmpty()) {
      throw new Unsupported("the cluster has no parameter `" + parameter + "`");
    }
    Map<String, String> wanted = new TreeMap<>(observed.persistent());
    for (Map.Entry<String, String> level : observed.found().levels().entrySet()) {
      if (level.getValue().startsWith("READONLY")) {
        throw new Unsupported("`" + parameter + "` is read only");
      }
      if (level.getValue().startsWith("STATIC")) {
        notes.settles("persistent." + level.getKey(), Settles.When.RESTART, "a static parameter");
      }
    }
    wanted.replaceAll((observer, found) -> value);
    return new State(wanted, observed.found());
  }

  @Override
  public Script transition(State from, State to) {
    Script script = Script.empty();
    Set<String> values = Set.copyOf(to.persistent().values());
    boolean one = values.size() == 1 && to.persistent().keySet().equals(from.persistent().keySet());
    if (from.persistent().equals(to.persistent())) {
      return script;
    }
    if (one) {
      return set(script, values.iterator().next(), "");
    }
    for (Map.Entry<String, String> wanted : to.persistent().entrySet()) {
      if (!wanted.getValue().equals(from.persistent().get(wanted.getKey()))) {
        script = set(script, wanted.getValue(), " SERVER='" + wanted.getKey() + "'");
      }
    }
    return script;
  }

  private Script set(Script script, String wanted, String where) {
    String text = wanted.replace("\\", "\\\\").replace("'", "''");
    List<String> words =
        new ArrayList<>(arguments("ALTER SYSTEM SET " + parameter + " = '" + text + "'" + where));
    return script.run(CLIENTS, words, Optional.of(credentials()), Set.of(0));
  }

  @Override
  public Map<String, Knob> knobs(State state) {
    Map<String, Knob> knobs = new TreeMap<>();
    state
        .persistent()
        .keySet()
        .forEach(o -> knobs.put("persistent." + o, Knob.of("oceanbase:" + o + "/" + parameter)));
    return knobs;
  }
}
