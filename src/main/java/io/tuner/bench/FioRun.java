package io.tuner.bench;

import io.tuner.bench.statistics.Cell;
import io.tuner.text.ByteSize;
import io.tuner.text.Durations;
import io.tuner.text.Shell;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** One run of fio: its command, and what it costs. */
record FioRun(Fio fio, Cell cell) {

  private static final String JOB = "tuner";

  /** The files and devices that `filename` names; fio takes `\:` for a colon (fio(1)). */
  static List<String> targets(Fio fio) {
    List<String> targets = new ArrayList<>();
    for (String part : fio.filename().orElse("").split("(?<!\\\\):", -1)) {
      if (!part.isEmpty()) {
        targets.add(part.replace("\\:", ":"));
      }
    }
    return targets;
  }

  String rw() {
    return value("rw");
  }

  /** Everything but reading changes what is there; trimming as well. */
  boolean writes() {
    return !rw().matches("(rand)?read(:.*)?");
  }

  String command() {
    if (fio.directory().isPresent()) {
      return CleanedUp.directory(fio.directory().get(), "tuner-fio")
          .around(List.of("run fio " + arguments() + " \"--directory=$(colons \"$own\")\""));
    }
    List<String> targets = targets(fio);
    List<String> commands = new ArrayList<>();
    String guarded = "";
    if (!writes()) {
      // With it fio writes nothing, whatever else it was told; not even a file that is too short.
      commands.add("only=");
      commands.add("[ -z \"$had\" ] || only=--readonly");
      guarded = " $only";
    } else if (!fio.destroy_data()) {
      for (int i = 0; i < targets.size(); i++) {
        commands.add(
            "if [ -z \"$made"
                + i
                + "\" ]; then\n"
                + "  printf '%s is there, and would be overwritten\\n' \"$file"
                + i
                + "\" >&2\n"
                + "  exit 1\n"
                + "fi");
      }
    }
    StringBuilder names = new StringBuilder();
    for (int i = 0; i < targets.size(); i++) {
      names.append(i > 0 ? ":" : "").append("$(colons \"$file").append(i).append("\")");
    }
    commands.add("run fio " + arguments() + guarded + " \"--filename=" + names + "\"");
    return CleanedUp.files(targets).around(commands);
  }

  private String arguments() {
    List<String> words = new ArrayList<>();
    words.add("--name=" + JOB);
    words.add("--output-format=json");
    words.add("--group_reporting=1");
    for (String name : List.of("rw", "bs", "ioengine", "iodepth", "numjobs")) {
      words.add("--" + name + "=" + value(name));
    }
    fio.size().ifPresent(size -> words.add("--size=" + size));
    fio.io_size().ifPresent(size -> words.add("--io_size=" + size.bytes()));
    fio.runtime().ifPresent(time -> words.add("--runtime=" + seconds(time)));
    fio.ramp_time().ifPresent(time -> words.add("--ramp_time=" + seconds(time)));
    if (fio.time_based()) {
      words.add("--time_based=1");
    }
    words.add("--direct=" + (fio.direct() ? 1 : 0));
    fio.options().forEach((name, value) -> words.add("--" + name + "=" + number(value)));
    if (fio.options().containsKey("verify")) {
      // A run that is broken off would leave a file in the root directory.
      words.add("--verify_state_save=0");
    }
    return Shell.join(words);
  }

  /** A boolean of YAML is a number to fio. */
  private static String number(String value) {
    return switch (value) {
      case "true" -> "1";
      case "false" -> "0";
      default -> value;
    };
  }

  private static String seconds(String time) {
    long milliseconds = Durations.parse(time).toMillis();
    return milliseconds % 1000 == 0 ? milliseconds / 1000 + "s" : milliseconds + "ms";
  }

  private String value(String parameter) {
    return fio.matrix().of(cell, parameter);
  }

  private long jobs() {
    return Long.parseLong(value("numjobs"));
  }

  /** What each job has of a file, its offset included; empty where only the device tells. */
  OptionalLong sizeOfFile() {
    OptionalLong size = bytes(fio.size());
    if (size.isEmpty()) {
      return size;
    }
    long last = product(bytes(option("offset_increment")).orElse(0), jobs() - 1);
    return OptionalLong.of(sum(sum(size.getAsLong(), bytes(option("offset")).orElse(0)), last));
  }

  /** What the files of a run take, where they have to be made. */
  OptionalLong room() {
    OptionalLong one = sizeOfFile();
    return one.isPresent() && fio.directory().isPresent()
        ? OptionalLong.of(product(one.getAsLong(), jobs()))
        : one;
  }

  /** True where fio first has to fill a file, for there is nothing in it to read. */
  private boolean fills() {
    boolean file = targets(fio).stream().noneMatch(HostPath::isDevice);
    boolean onlyWrites = rw().matches("(rand)?(write|trim)(:.*)?");
    return file && (!onlyWrites || option("overwrite").isPresent());
  }

  Cost cost() {
    Duration time = fio.runtime().map(Durations::parse).orElse(Duration.ZERO);
    if (!time.isZero()) {
      time = time.plus(fio.ramp_time().map(Durations::parse).orElse(Duration.ZERO));
    }
    long written = fills() ? room().orElse(0) : 0;
    if (writes() && !fio.time_based()) {
      OptionalLong each =
          fio.io_size().isPresent()
              ? OptionalLong.of(fio.io_size().get().bytes())
              : bytes(fio.size());
      written = sum(written, product(product(each.orElse(0), jobs()), loops()));
    }
    return new Cost(time, written);
  }

  private long loops() {
    return option("loops")
        .filter(text -> text.matches("[1-9][0-9]{0,5}"))
        .map(Long::parseLong)
        .orElse(1L);
  }

  private static long product(long one, long other) {
    return Math.multiplyHigh(one, other) == 0 && one * other >= 0 ? one * other : Long.MAX_VALUE;
  }

  private static long sum(long one, long other) {
    return one + other >= 0 ? one + other : Long.MAX_VALUE;
  }

  private Optional<String> option(String name) {
    return Optional.ofNullable(fio.options().get(name));
  }

  /** fio's sizes are read as the larger of what they may mean: a k is 1024 bytes. */
  private static OptionalLong bytes(Optional<String> size) {
    if (size.isEmpty()) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(ByteSize.parse(size.get().toLowerCase(Locale.ROOT)).bytes());
    } catch (IllegalArgumentException share) {
      return OptionalLong.empty();
    }
  }
}
