package io.tuner.resources;

import io.tuner.format.Choices;
import io.tuner.resource.Knob;
import io.tuner.resource.Notes;
import io.tuner.resource.Parameter;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Problems;
import io.tuner.resource.Readings;
import io.tuner.resource.Resource;
import io.tuner.resource.Script;
import io.tuner.resource.Type;
import io.tuner.resource.Unsupported;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * When the kernel gives out huge pages by itself (Documentation/admin-guide/mm/transhuge.rst of the
 * kernel).
 */
@Type(
    name = "transparent_huge_pages",
    summary = "When the kernel gives out huge pages by itself, now and at every boot",
    guide =
        """
        Only these settings of the whole host are owned: pages of other sizes and shared memory have \
        attributes of their own, which `sysfs` sets. A boot writes what \
        `/etc/tmpfiles.d/00-tuner.conf` says, after `transparent_hugepage=` of the kernel's command \
        line. Pages that processes have already stay huge: a service feels the change when it \
        starts again.
        """)
public record TransparentHugePages(
    @Parameter(value = "for whom: `always`, `madvise` or `never`", example = "madvise")
        Optional<String> enabled,
    @Parameter(
            value =
                "whether a page fault waits until memory is compacted: `always`, `defer`,"
                    + " `defer+madvise`, `madvise` or `never`",
            example = "defer+madvise")
        Optional<String> defrag,
    @Parameter(value = "whether khugepaged compacts memory in the background", example = "false")
        Optional<Boolean> khugepaged_defrag,
    @Parameter(value = "whether a boot sets them", example = "false", byDefault = "true")
        boolean persist)
    implements Resource<SysfsState> {

  private static final String DIRECTORY = "/sys/kernel/mm/transparent_hugepage";
  private static final String ENABLED = DIRECTORY + "/enabled";
  private static final String DEFRAG = DIRECTORY + "/defrag";
  private static final String KHUGEPAGED = DIRECTORY + "/khugepaged/defrag";

  private static final Map<String, List<String>> VALUES =
      Map.of(
          ENABLED, List.of("always", "madvise", "never"),
          DEFRAG, List.of("always", "defer", "defer+madvise", "madvise", "never"));

  @Override
  public String name() {
    List<String> names = new ArrayList<>();
    enabled.ifPresent(value -> names.add("enabled"));
    defrag.ifPresent(value -> names.add("defrag"));
    khugepaged_defrag.ifPresent(value -> names.add("khugepaged_defrag"));
    return String.join(",", names);
  }

  @Override
  public void validate(Problems problems) {
    if (wanted().isEmpty()) {
      problems.error("persist", "nothing is to be set", "name enabled, defrag, khugepaged_defrag");
    }
    VALUES.forEach(
        (path, values) -> {
          String value = wanted().getOrDefault(path, values.get(0));
          if (!values.contains(value)) {
            String parameter = path.substring(DIRECTORY.length() + 1);
            String all = String.join(", ", values);
            problems.error(parameter, "`" + value + "` is not one of " + all);
          }
        });
  }

  @Override
  public Map<Knob, String> claims() {
    Map<Knob, String> claims = new LinkedHashMap<>();
    wanted().forEach((path, value) -> claims.put(Knob.of(path), value));
    return claims;
  }

  @Override
  public Probe probe() {
    return SysfsState.probe(wanted().keySet(), persist);
  }

  @Override
  public SysfsState parse(Readings readings) throws ProbeFailed {
    return SysfsState.read(readings, wanted().keySet(), persist);
  }

  @Override
  public SysfsState target(SysfsState observed, Notes notes) throws Unsupported {
    for (Map.Entry<String, String> entry : wanted().entrySet()) {
      String offered = observed.offered().get(entry.getKey());
      if (offered == null) {
        throw new Unsupported("this kernel has no " + entry.getKey());
      }
      Choices choices = Choices.parse(offered);
      if (!choices.fixed() && !choices.offers(entry.getValue())) {
        throw new Unsupported("`" + entry.getKey() + "` offers " + offered);
      }
    }
    Map<String, String> persistent = new LinkedHashMap<>(observed.persistent());
    if (persist) {
      persistent.putAll(wanted());
    }
    return observed.with(wanted(), persistent);
  }

  @Override
  public Script transition(SysfsState from, SysfsState to) {
    return from.to(to);
  }

  @Override
  public Map<String, Knob> knobs(SysfsState state) {
    return state.knobs(wanted().keySet());
  }

  private Map<String, String> wanted() {
    Map<String, String> wanted = new LinkedHashMap<>();
    enabled.ifPresent(value -> wanted.put(ENABLED, value));
    defrag.ifPresent(value -> wanted.put(DEFRAG, value));
    khugepaged_defrag.ifPresent(value -> wanted.put(KHUGEPAGED, value ? "1" : "0"));
    return wanted;
  }
}
