package io.tuner.resources;

import io.tuner.resource.Knob;
import io.tuner.resource.Missing;
import io.tuner.resource.Notes;
import io.tuner.resource.Parameter;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Problems;
import io.tuner.resource.Readings;
import io.tuner.resource.Resource;
import io.tuner.resource.Script;
import io.tuner.resource.Settles;
import io.tuner.resource.Type;
import io.tuner.resource.Unsupported;
import io.tuner.text.Secret;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A parameter of OceanBase, on every observer. */
@Type(
    name = "oceanbase_parameter",
    summary = "A parameter of an OceanBase cluster, tenant or server, on every observer",
    guide =
        """
        Asks with `SHOW PARAMETERS`, which has a row for each observer; all must have the value. \
        What only a start of the observers takes over (`STATIC_EFFECTIVE`) is pending until then: \
        `persistent` is what was set, `restart` what the observers run with.

        The password reaches the client on its standard input, as an option file; it is in no \
        argument, plan or journal: a rollback and a saved plan take it from the inventory's variable \
        `oceanbase_parameter_password`. Run the task on one host of the cluster.
        """)
public record OceanbaseParameter(
    @Parameter(value = "The parameter.", example = "use_large_pages", required = true) String name,
    @Parameter(
            value = "Its value, as `ALTER SYSTEM SET` takes it.",
            example = "\"true\"",
            required = true)
        String value,
    @Parameter(
            value = "Of the whole `cluster`, of a `tenant`, or of one `server`.",
            byDefault = "cluster")
        Scope scope,
    @Parameter(
            value = "With `scope: tenant`: whose, where the user is one of the tenant sys.",
            example = "mysql_tenant")
        Optional<String> tenant,
    @Parameter(
            value = "With `scope: server`: address and RPC port of the observer.",
            example = "192.0.2.11:2882")
        Optional<String> server,
    @Parameter(value = "Where an observer or an obproxy listens.", byDefault = "127.0.0.1")
        String host,
    @Parameter(value = "Its SQL port.", byDefault = "2881") int port,
    @Parameter(value = "Who may set it.", byDefault = "root@sys") String user,
    @Parameter(value = "The user's password.", example = "secret", required = true) Secret password,
    @Parameter(value = "The client; left out, the first installed.", example = "mysql")
        Optional<Client> client)
    implements Resource<OceanbaseState> {

  /** Whose parameter it is. */
  public enum Scope {
    CLUSTER,
    TENANT,
    SERVER
  }

  /** The program that speaks to the cluster. */
  public enum Client {
    OBCLIENT,
    MYSQL
  }

  /** With the server, where one parameter may be declared for several. */
  @Override
  public String name() {
    return name + server.map(s -> "@" + s).orElse("") + tenant.map(t -> "@" + t).orElse("");
  }

  @Override
  public void validate(Problems problems) {
    if (!name.matches("[A-Za-z_][A-Za-z0-9_]{0,127}")) {
      problems.error("name", "`" + name + "` is not the name of a parameter");
    }
    if (value.matches("(?s).*\\p{Cntrl}.*")) {
      problems.error("value", "`value` holds a control character");
    }
    if ((scope == Scope.SERVER) != server.isPresent()) {
      problems.error("server", "`server` goes with `scope: server`, and that with a `server`");
    }
    if (server.filter(s -> !s.matches("[0-9a-fA-F.:]{2,45}:[0-9]{1,5}")).isPresent()) {
      problems.error("server", "`" + server.get() + "` is not address:port, as in 192.0.2.11:2882");
    }
    boolean named = tenant.filter(t -> !t.matches("[A-Za-z_][A-Za-z0-9_]{0,63}")).isEmpty();
    if (!named || tenant.isPresent() && scope != Scope.TENANT) {
      problems.error("tenant", "`tenant` is the name of one, and goes with `scope: tenant`");
    }
  }

  @Override
  public Probe probe() {
    return table().probe();
  }

  @Override
  public OceanbaseState parse(Readings readings) throws ProbeFailed {
    return table().parse(readings);
  }

  @Override
  public OceanbaseState target(OceanbaseState observed, Notes notes) throws Unsupported {
    if (!observed.found().client()) {
      throw new Missing("there is no client: " + String.join(", ", table().session().tools()));
    }
    if (observed.persistent().isEmpty()) {
      throw new Unsupported(
          server.map(s -> "no observer " + s + " has `").orElse("the cluster has no parameter `")
              + name
              + "`");
    }
    if (!observed.isOf(scope == Scope.TENANT)) {
      throw new Unsupported(
          "`" + name + "` is of a " + observed.found().scope().toLowerCase(Locale.ROOT));
    }
    if (observed.found().waits()) {
      notes.settles("persistent", Settles.When.RESTART, "");
    }
    OceanbaseState target = observed.wanting(value);
    if (observed.found().fixed() && !target.equals(observed)) {
      throw new Unsupported("`" + name + "` is read only");
    }
    return target;
  }

  @Override
  public Script transition(OceanbaseState from, OceanbaseState to) {
    return table().transition(from.persistent(), to.persistent());
  }

  @Override
  public Map<String, Knob> knobs(OceanbaseState state) {
    return state.knobs(tenant.map(t -> "/" + t).orElse("") + "/" + name);
  }

  private OceanbaseTable table() {
    return new OceanbaseTable(this, name, new OceanbaseSession(this, client));
  }
}
