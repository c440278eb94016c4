package io.tuner.load;

import io.tuner.resource.Action;
import io.tuner.resource.Bound;
import io.tuner.resource.Content;
import io.tuner.resource.Described;
import io.tuner.resource.Knob;
import io.tuner.resource.LocalFile;
import io.tuner.resource.Notes;
import io.tuner.resource.Parameter;
import io.tuner.resource.Probe;
import io.tuner.resource.Problems;
import io.tuner.resource.Readings;
import io.tuner.resource.Resource;
import io.tuner.resource.Script;
import io.tuner.resource.Type;
import io.tuner.resource.Upload;
import io.tuner.text.Secret;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Types that tests write playbooks with. */
final class TestTypes {

  private static final Map<String, Described> BY_NAME = new TreeMap<>();

  static {
    for (Class<? extends Record> type :
        List.of(Kernel.class, Note.class, Sent.class, Login.class, Restart.class)) {
      BY_NAME.put(Described.of(type).name(), Described.of(type));
    }
  }

  private TestTypes() {}

  static Optional<Described> find(String name) {
    return Optional.ofNullable(BY_NAME.get(name));
  }

  static Collection<Described> all() {
    return BY_NAME.values();
  }

  record Nothing() {}

  /** A resource that does nothing. */
  interface Plain extends Resource<Nothing> {
    @Override
    default Probe probe() {
      return Probe.NOTHING;
    }

    @Override
    default Nothing parse(Readings readings) {
      return new Nothing();
    }

    @Override
    default Nothing target(Nothing observed, Notes notes) {
      return observed;
    }

    @Override
    default Script transition(Nothing from, Nothing to) {
      return Script.empty();
    }

    @Override
    default Map<String, Knob> knobs(Nothing state) {
      return Map.of();
    }
  }

  @Type(name = "sysctl", summary = "Kernel settings")
  record Kernel(
      @Parameter(value = "names and values", required = true) Map<String, Bound> settings,
      @Parameter(value = "also after a reboot", byDefault = "true") boolean persist,
      @Parameter("how many") Optional<Integer> count)
      implements Resource<Nothing>, Plain {
    @Override
    public String name() {
      return String.join(",", settings.keySet());
    }

    @Override
    public void validate(Problems problems) {
      settings.forEach(
          (name, value) -> {
            if (name.isBlank()) {
              problems.error("settings." + name, "a setting needs a name");
            }
          });
    }

    @Override
    public Map<Knob, String> claims() {
      Map<Knob, String> claims = new TreeMap<>();
      settings.forEach((name, value) -> claims.put(Knob.of("sysctl:" + name), value.toString()));
      return claims;
    }
  }

  @Type(name = "template", summary = "A file made from a template")
  record Note(
      @Parameter(value = "where", required = true) String dest,
      @Parameter(value = "the template", required = true) @LocalFile(rendered = true) Content src,
      @Parameter("octal") Optional<String> mode)
      implements Resource<Nothing>, Plain {
    @Override
    public String name() {
      return dest;
    }
  }

  @Type(name = "package", summary = "A file that is sent")
  record Sent(@Parameter(value = "the file", required = true) Upload file)
      implements Resource<Nothing>, Plain {
    @Override
    public String name() {
      return file.path().substring(file.path().lastIndexOf('/') + 1);
    }
  }

  @Type(name = "login", summary = "Something with a password")
  record Login(
      @Parameter(value = "who", required = true) String user,
      @Parameter("the password") Optional<Secret> password,
      @Parameter("words") List<String> words)
      implements Resource<Nothing>, Plain {
    @Override
    public String name() {
      return user;
    }
  }

  @Type(name = "restart", summary = "Restarts a service")
  record Restart(@Parameter(value = "which", required = true) String service) implements Action {
    @Override
    public String name() {
      return service;
    }

    @Override
    public Script script() {
      return Script.empty().run("systemctl", "restart", service);
    }
  }
}
