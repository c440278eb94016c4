package io.tuner.resources;

import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Readings;
import io.tuner.resource.Script;
import io.tuner.text.Secret;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How a cluster is spoken to. The client reads an option file from its standard input (mysql(1),
 * {@code --defaults-extra-file}, which must come first), so that the password is in no argument and
 * in no file.
 *
 * @param task whose
 * @param client the one to use; empty for the first one installed
 */
record OceanbaseSession(OceanbaseParameter task, Optional<OceanbaseParameter.Client> client) {

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

  Probe ask(String statement) {
    return Probe.NOTHING.runFirst(tools(), arguments(statement), Optional.of(credentials()));
  }

  /** What a client answered; empty where there is none. */
  Optional<String> answer(Readings readings, String statement, String what) throws ProbeFailed {
    Optional<Readings.Output> output =
        readings.runFirst(tools(), arguments(statement), Optional.of(credentials())).known(what);
    if (output.filter(said -> said.exit() != 0).isPresent()) {
      throw new ProbeFailed(output.get().tool() + ": " + output.get().stderr().strip());
    }
    return output.map(Readings.Output::stdout);
  }

  Script say(Script script, String statement) {
    return script.run(tools(), arguments(statement), Optional.of(credentials()), Set.of(0));
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
}
