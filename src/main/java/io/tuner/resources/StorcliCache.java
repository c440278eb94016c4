package io.tuner.resources;

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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The cache policy of the virtual drives of a MegaRAID or PERC controller. */
@Type(
    name = "storcli_cache",
    summary = "Cache policy of a RAID controller's virtual drives, by storcli or perccli",
    guide =
        """
        `configured` is what a drive is set to, `current` how it writes now: without a healthy \
        battery or CacheVault a controller writes through what is set to `WB`. That is told as \
        pending, with the reason, and not set again in every run. `AWB` writes back all the same, \
        and loses what is in memory when the power fails: without a healthy pack it takes \
        `accept_data_loss: true`.

        What is set is judged drive by drive by the tool's own words, and read back. Drives \
        that are caches themselves (NytroCache) and WarpDrive cards are never touched.
        """)
public record StorcliCache(
    @Parameter(value = "The controller's number.", example = "0", byDefault = "0") int controller,
    @Parameter(
            value = "Numbers of virtual drives (behind the slash of `DG/VD`), or `all`.",
            example = "[0, 1]",
            required = true)
        List<String> virtual_drives,
    @Parameter(value = "`WB`, `WT` or `AWB` (Dell's force write back).", example = "WB")
        Optional<String> write,
    @Parameter(value = "Read ahead: `RA` or `NORA`.", example = "RA") Optional<String> read,
    @Parameter(value = "`direct` or `cached`.", example = "direct") Optional<String> io,
    @Parameter(value = "The disks' own memory: `on`, `off` or `default`.", example = "off")
        Optional<String> disk_cache,
    @Parameter("The tool, where it is in none of the usual places.") Optional<String> tool,
    @Parameter(value = "Whether `AWB` may lose data.", byDefault = "false")
        boolean accept_data_loss)
    implements Resource<StorcliState> {

  @Override
  public String name() {
    return "c" + controller + "/v" + String.join(",", virtual_drives);
  }

  @Override
  public void validate(Problems problems) {
    word("write", write, List.of("WB", "WT", "AWB"), problems);
    word("read", read, List.of("RA", "NORA"), problems);
    word("io", io, List.of("direct", "cached"), problems);
    word("disk_cache", disk_cache, List.of("on", "off", "default"), problems);
    if (controller < 0 || controller > 999) {
      problems.error("controller", "there is no controller " + controller);
    }
    if (!all() && !virtual_drives.stream().allMatch(drive -> drive.matches("[0-9]{1,5}"))) {
      problems.error("virtual_drives", "`virtual_drives` takes numbers, or `all`");
    }
    if (wanted().isEmpty()) {
      problems.error("virtual_drives", "nothing is wanted", "set write, read, io or disk_cache");
    }
    if (tool.filter(path -> !path.matches("/?[A-Za-z0-9_+.][A-Za-z0-9_+./-]*")).isPresent()) {
      problems.error("tool", "`" + tool.get() + "` is not the name or path of a tool");
    }
  }

  private static void word(
      String name, Optional<String> value, List<String> words, Problems problems) {
    if (value.filter(v -> words.stream().noneMatch(v::equalsIgnoreCase)).isPresent()) {
      problems.error(name, "`" + value.get() + "` is not one of " + String.join(", ", words));
    }
  }

  @Override
  public Map<Knob, String> claims() {
    return all() ? Map.of() : cli().claims(wanted());
  }

  @Override
  public Probe probe() {
    return new StorcliReader(cli()).probe();
  }

  @Override
  public StorcliState parse(Readings readings) throws ProbeFailed {
    return new StorcliReader(cli()).parse(readings);
  }

  @Override
  public StorcliState target(StorcliState observed, Notes notes) throws Unsupported {
    return new StorcliTarget(controller, chosen(), accept_data_loss, wanted())
        .state(observed, notes);
  }

  @Override
  public Script transition(StorcliState from, StorcliState to) {
    return cli().transition(from, to);
  }

  @Override
  public Map<String, Knob> knobs(StorcliState state) {
    return cli().knobs(state, wanted().keySet());
  }

  private boolean all() {
    return virtual_drives.equals(List.of("all"));
  }

  /** What is wanted, by setting, in the words of states. */
  private Map<String, String> wanted() {
    Map<String, String> wanted = new LinkedHashMap<>();
    write.ifPresent(word -> wanted.put("write", word.toUpperCase(Locale.ROOT)));
    read.ifPresent(word -> wanted.put("read", word.toUpperCase(Locale.ROOT)));
    io.ifPresent(word -> wanted.put("io", word.toLowerCase(Locale.ROOT)));
    disk_cache.ifPresent(word -> wanted.put("disk_cache", word.toLowerCase(Locale.ROOT)));
    return wanted;
  }

  private StorcliTool cli() {
    return new StorcliTool(controller, chosen(), tool);
  }

  /** Numbers of drives; none for all. */
  private List<String> chosen() {
    return all() ? List.of() : virtual_drives;
  }
}
