package io.tuner.cli;

import io.tuner.host.SandboxTree;
import io.tuner.text.CpuSet;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A sandbox host of inventories/oceanbase-kunpeng.yml, and what its kernel and its daemons do by
 * themselves: models of an I/O scheduler's list, of TuneD as it starts, and of a boot, which takes
 * over what is persistent and forgets all else.
 */
record KunpengHost(String name, Path root) {

  private static final Path TREES = Path.of("inventories/sandbox");
  private static final List<String> CARDS = List.of("enp2s0f0", "enp67s0f0");
  private static final String POOL = "hugepages/hugepages-2048kB/nr_hugepages";

  static KunpengHost lay(String name, Path directory) throws IOException {
    Path root = directory.resolve(name);
    new SandboxTree(TREES.resolve(name)).copyTo(root);
    return new KunpengHost(name, root);
  }

  String read(String path) throws IOException {
    return Files.readString(root.resolve(path));
  }

  String line(String path) throws IOException {
    return read(path).strip();
  }

  void write(String path, String text) throws IOException {
    Files.writeString(root.resolve(path), text);
  }

  boolean has(String path) {
    return Files.exists(root.resolve(path));
  }

  /** CPUs of all threads of a process, each once. */
  List<String> cpus(int process) throws IOException {
    List<String> lists = new ArrayList<>();
    for (Path status : paths("proc/" + process + "/task/*/status")) {
      lists.add(Files.readString(status).replaceFirst("(?s).*Cpus_allowed_list:\t(\\S+).*", "$1"));
    }
    return lists.stream().distinct().toList();
  }

  /** CPUs of the interrupts of a network interface, in order. */
  List<String> interrupts(String card) throws IOException {
    List<String> lists = new ArrayList<>();
    for (Path action : paths("proc/irq/*/" + card + "-TxRx-*")) {
      lists.add(Files.readString(action.resolveSibling("smp_affinity_list")).strip());
    }
    return lists;
  }

  /**
   * The kernel shows all schedulers, the active one in brackets; the model of udev wrote a word.
   */
  private void showSchedulers() throws IOException {
    for (Path file : paths("sys/block/*/queue/scheduler")) {
      String word = Files.readString(file).strip();
      if (!word.contains("[")) {
        String all = "mq-deadline kyber bfq none\n";
        Files.writeString(file, all.replaceFirst(word + "\\b", "[" + word + "]"));
      }
    }
  }

  /** TuneD starts: what its profile isolates is left by all that it does not exclude. */
  void startTuned() throws IOException {
    String profile = line("etc/tuned/active_profile");
    Path own = root.resolve("etc/tuned").resolve(profile);
    if (!profile.endsWith("cpu-partitioning")) {
      return;
    }
    Path conf = Files.exists(own) ? own : root.resolve("usr/lib/tuned").resolve(profile);
    Pattern kept =
        Pattern.compile(first(conf.resolve("tuned.conf"), "ps_blacklist=(.*)").replace(';', '|'));
    Path script = own.resolve("interrupts-after.sh");
    String names = Files.exists(script) ? first(script, "names='(.*)'") : "";
    String isolated =
        first(root.resolve("etc/tuned/cpu-partitioning-variables.conf"), "isolated_cores=(.*)");
    CpuSet rest =
        CpuSet.parse(line("sys/devices/system/cpu/online")).without(CpuSet.parse(isolated));
    for (Path status : paths("proc/*/task/*/status")) {
      String text = Files.readString(status);
      if (!kept.matcher(text.replaceFirst("(?s)Name:\t(\\S+).*", "$1")).find()) {
        String list = "$1" + rest;
        Files.writeString(status, text.replaceFirst("(Cpus_allowed_list:\t)\\S+", list));
      }
    }
    for (Path list : paths("proc/irq/*/smp_affinity_list")) {
      List<Path> actions = paths(root.relativize(list.getParent()) + "/*-TxRx-*");
      String card = actions.isEmpty() ? "" : actions.get(0).getFileName().toString();
      if (!List.of(names.split(" ")).contains(card.replaceFirst("-.*", ""))) {
        Files.writeString(list, rest + "\n");
      }
    }
  }

  /** The host boots: kernel, udev, systemd, TuneD, and the cluster's programs. */
  void boot(String id) throws Exception {
    write("proc/sys/kernel/random/boot_id", id + "\n");
    String entry = first(root.resolve("boot/efi/EFI/openEuler/grub.cfg"), "\tlinux\t(.*)").strip();
    String tuned = first(root.resolve("etc/tuned/bootcmdline"), "TUNED_BOOT_CMDLINE=\"(.*)\"");
    write("proc/cmdline", ("BOOT_IMAGE=" + entry + " " + tuned).strip() + "\n");
    for (String path : List.of("queue/scheduler", "queue/rq_affinity")) {
      write("sys/block/sdb/" + path, Files.readString(kunpeng("sys/block/sdb/" + path)));
    }
    for (String card : CARDS) {
      String path = "run/ethtool/model/" + card + "/c";
      write(path, Files.readString(kunpeng(path)));
    }
    for (Path list : paths("proc/irq/*/smp_affinity_list")) {
      Files.writeString(list, "0-95\n");
    }
    udev();
    long pages =
        Long.parseLong(
            optional("etc/sysctl.d/99-tuner.conf", "vm.nr_hugepages = (.*)").orElse("0"));
    write("proc/sys/vm/nr_hugepages", pages + "\n");
    write("sys/kernel/mm/" + POOL, pages + "\n");
    for (int node = 0; node < 4; node++) {
      write("sys/devices/system/node/node" + node + "/" + POOL, pages / 4 + "\n");
    }
    tool("usr/bin/systemctl", "restart", "tuned.service");
    Path enabled = root.resolve("etc/systemd/system/multi-user.target.wants/irqbalance.service");
    boolean balanced = Files.isSymbolicLink(enabled);
    tool("usr/bin/systemctl", balanced ? "restart" : "stop", "irqbalance.service");
    startTuned();
    if (has("etc/tuner/irq-affinity")) {
      Path script = Files.createTempFile("irq-affinity", "");
      Files.writeString(
          script, read("etc/tuner/irq-affinity").replaceFirst("(?m)^root=$", "root=" + root));
      run("/bin/sh", script.toString());
      Files.delete(script);
    }
    tool("usr/local/sbin/oceanbase", "restart", "observer");
    for (Path set : paths("var/lib/oceanbase/model/*/*.set")) {
      // The other hosts boot as well.
      Files.move(
          set,
          Path.of(set.toString().replaceFirst("\\.set$", "")),
          StandardCopyOption.REPLACE_EXISTING);
    }
    tool("usr/local/sbin/oceanbase", "restart", "obproxy");
    showSchedulers();
  }

  /** What tuner's rules say of the disk and of the interfaces. */
  private void udev() throws Exception {
    if (has("etc/udev/rules.d/99-tuner-block.rules")) {
      Matcher attribute =
          Pattern.compile("ATTR\\{queue/(\\w+)}=\"([^\"]+)\"")
              .matcher(read("etc/udev/rules.d/99-tuner-block.rules"));
      while (attribute.find()) {
        write("sys/block/sdb/queue/" + attribute.group(1), attribute.group(2) + "\n");
      }
    }
    if (has("etc/udev/rules.d/99-tuner-net.rules")) {
      Matcher command =
          Pattern.compile("RUN\\+=\"/sbin/ethtool ([^\"]+)\"")
              .matcher(read("etc/udev/rules.d/99-tuner-net.rules"));
      while (command.find()) {
        tool("usr/sbin/ethtool", command.group(1).split(" "));
      }
    }
  }

  /** Runs a model of a tool on this host. */
  void tool(String path, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(root.resolve(path).toString()));
    command.addAll(List.of(arguments));
    run(command.toArray(String[]::new));
  }

  private void run(String... command) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("R", root.toString());
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(String.join(" ", command) + ": " + said);
    }
  }

  /** As the machine came. */
  private static Path kunpeng(String path) {
    return TREES.resolve("kunpeng").resolve(path);
  }

  private Optional<String> optional(String path, String pattern) throws IOException {
    return has(path) ? Optional.of(first(root.resolve(path), pattern)) : Optional.empty();
  }

  private static String first(Path file, String pattern) throws IOException {
    Matcher line = Pattern.compile("(?m)^" + pattern + "$").matcher(Files.readString(file));
    if (!line.find()) {
      throw new IOException(file + " has no line " + pattern);
    }
    return line.group(1);
  }

  private List<Path> paths(String pattern) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      var matcher = root.getFileSystem().getPathMatcher("glob:" + root + "/" + pattern);
      return all.filter(matcher::matches).sorted().toList();
    }
  }
}
