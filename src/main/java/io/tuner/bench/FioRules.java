package io.tuner.bench;

import io.tuner.resource.Problems;
import io.tuner.text.ByteSize;
import io.tuner.text.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** What a task of fio may say. */
record FioRules(Fio fio) {

  private static final String ACCESS =
      "read|write|trim|randread|randwrite|randtrim|rw|readwrite|randrw|trimwrite|randtrimwrite";

  private static final Predicate<String> RW =
      Pattern.compile("(?:" + ACCESS + ")(?::[0-9]{1,9}[kmgKMG]?)?").asMatchPredicate();
  private static final Predicate<String> BS =
      Pattern.compile("[1-9][0-9]{0,11}[kmgKMG]?(?:[iI]?[bB])?(?:,[0-9]{1,12}[kmgKMG]?){0,2}")
          .asMatchPredicate();
  private static final Predicate<String> WORD =
      Pattern.compile("[a-z][a-z0-9_-]*").asMatchPredicate();
  private static final Predicate<String> SHARE =
      Pattern.compile("(?:[1-9]?[0-9]|100)%").asMatchPredicate();
  private static final Predicate<String> OPTION =
      Pattern.compile("[a-z][a-z0-9_]*").asMatchPredicate();

  /** One request at a time, whatever `iodepth` says (fio(1), "I/O depth"). */
  private static final Set<String> SYNCHRONOUS =
      Set.of("sync", "psync", "vsync", "pvsync", "pvsync2", "mmap", "splice", "ftruncate");

  /** Those that are parameters of their own, under all their names. */
  private static final Set<String> PARAMETERS =
      Set.of(
          "filename",
          "directory",
          "rw",
          "readwrite",
          "bs",
          "blocksize",
          "ioengine",
          "iodepth",
          "numjobs",
          "size",
          "io_size",
          "io_limit",
          "runtime",
          "timeout",
          "ramp_time",
          "time_based",
          "direct",
          "buffered",
          "name");

  /** Those that would pass by what is guarded, change the host, or leave files behind. */
  private static final Map<String, String> REFUSED =
      Map.ofEntries(
          Map.entry("group_reporting", "it is always on"),
          Map.entry("readonly", "it is on wherever nothing is to be written"),
          Map.entry("output", "what fio tells is read"),
          Map.entry("output_format", "what fio tells is read"),
          Map.entry("status_interval", "a run is read at its end"),
          Map.entry("filename_format", "write `filename` or `directory`"),
          Map.entry("filesize", "write `size`"),
          Map.entry("fill_device", "write `size`"),
          Map.entry("fill_fs", "write `size`"),
          Map.entry("nrfiles", "write `filename` with several files"),
          Map.entry("opendir", "write `filename`"),
          Map.entry("unlink", "a file that fio made is always removed"),
          Map.entry("unlink_each_loop", "a file that fio made is always removed"),
          Map.entry("read_iolog", "what it writes cannot be known"),
          Map.entry("ioscheduler", "write a task of type `block_queue`"),
          Map.entry("new_group", "there is one group"),
          Map.entry("stonewall", "there is one group"),
          Map.entry("wait_for", "there is one group"));

  void check(Problems problems) {
    fio.matrix().check(problems);
    target(problems);
    all(
        "rw",
        fio.rw(),
        RW,
        "none of read, write, trim, randread, randwrite, rw, randrw, …",
        problems);
    all("bs", fio.bs(), BS, "not a size such as 4k or 1M", problems);
    all("ioengine", fio.ioengine(), WORD, "not the name of one", problems);
    counts("iodepth", fio.iodepth(), problems);
    counts("numjobs", fio.numjobs(), problems);
    size(problems);
    time(problems);
    fio.options().forEach((name, value) -> option(name, value, problems));
    budget(problems);
  }

  private void target(Problems problems) {
    if (fio.filename().isPresent() == fio.directory().isPresent()) {
      problems.error("filename", "fio needs either `filename` or `directory`");
      return;
    }
    fio.directory().ifPresent(path -> HostPath.check("directory", path, problems));
    List<String> targets = FioRun.targets(fio);
    if (fio.filename().isPresent() && targets.isEmpty()) {
      problems.error("filename", "`filename` is empty");
    }
    targets.forEach(path -> HostPath.check("filename", path, problems));
    if (fio.destroy_data() && fio.directory().isPresent()) {
      problems.error("destroy_data", "name what may be destroyed: write `filename`");
    }
    boolean writes = fio.runs().stream().anyMatch(FioRun::writes);
    for (String path : targets) {
      if (writes && !fio.destroy_data() && HostPath.isDevice(path)) {
        problems.error(
            "filename",
            "`" + path + "` is a device, and would be overwritten",
            "only with `destroy_data: true`; everything on it is lost then");
      }
    }
  }

  private static void all(
      String name, List<String> values, Predicate<String> form, String not, Problems problems) {
    for (String value : values) {
      if (!form.test(value)) {
        problems.error(name, "`" + value + "` is " + not);
      }
    }
  }

  private static void counts(String name, List<Integer> values, Problems problems) {
    if (values.stream().anyMatch(value -> value < 1 || value > 65_536)) {
      problems.error(name, "`" + name + "` is a number from 1 to 65536");
    }
  }

  private void size(Problems problems) {
    boolean device = FioRun.targets(fio).stream().allMatch(HostPath::isDevice);
    if (fio.size().isEmpty()) {
      if (fio.directory().isPresent()) {
        problems.error("directory", "fio needs `size` for files that it has to make");
      }
    } else if (SHARE.test(fio.size().get())) {
      if (fio.directory().isPresent() || !device) {
        problems.error("size", "only of a device can `size` be a share");
      }
    } else {
      try {
        if (ByteSize.parse(fio.size().get()).bytes() == 0) {
          problems.error("size", "`size` is 0");
        }
      } catch (IllegalArgumentException malformed) {
        problems.error("size", malformed.getMessage());
      }
    }
  }

  private void time(Problems problems) {
    boolean timed = fio.runtime().isPresent() && duration("runtime", fio.runtime().get(), problems);
    fio.ramp_time().ifPresent(time -> duration("ramp_time", time, problems));
    if (fio.time_based() && fio.runtime().isEmpty()) {
      problems.error("time_based", "`time_based` needs `runtime`");
    } else if (timed && Durations.parse(fio.runtime().get()).equals(Duration.ZERO)) {
      problems.error("runtime", "`runtime` is 0");
    }
  }

  private static boolean duration(String name, String time, Problems problems) {
    try {
      Durations.parse(time);
      return true;
    } catch (IllegalArgumentException malformed) {
      problems.error(name, malformed.getMessage());
      return false;
    }
  }

  private static void option(String name, String value, Problems problems) {
    String place = "options." + name;
    if (PARAMETERS.contains(name)) {
      problems.error(place, "`" + name + "` is no other option: write it as a parameter of fio");
    } else if (REFUSED.containsKey(name)) {
      problems.error(place, "`" + name + "` cannot be given: " + REFUSED.get(name));
    } else if (name.matches("write_.*_log|write_iolog|log_.*_file")) {
      problems.error(place, "`" + name + "` would leave files behind");
    } else if (!OPTION.test(name)) {
      problems.error(place, "`" + name + "` is not the name of an option of fio");
    } else if (value.chars().anyMatch(Character::isISOControl)) {
      problems.error(place, "`" + name + "` has a control character");
    }
  }

  private void budget(Problems problems) {
    boolean unknown =
        fio.runs().stream()
            .anyMatch(
                run ->
                    run.writes()
                        && (fio.time_based()
                            || run.sizeOfFile().isEmpty() && fio.io_size().isEmpty()));
    if (fio.wear_budget().isPresent() && unknown) {
      problems.error(
          "wear_budget",
          "nobody can tell how much is going to be written",
          "write `size` or `io_size` in bytes, and no `time_based`");
    }
  }

  static List<String> warnings(Fio fio) {
    List<String> warnings = new ArrayList<>();
    boolean deep = fio.iodepth().stream().anyMatch(depth -> depth > 1);
    fio.ioengine().stream()
        .filter(engine -> deep && SYNCHRONOUS.contains(engine))
        .forEach(
            engine ->
                warnings.add(
                    "`iodepth` does nothing: ioengine " + engine + " makes one request at a time"));
    if (!fio.direct()) {
      warnings.add("without `direct: true` the page cache is measured as well");
    }
    return warnings;
  }
}
