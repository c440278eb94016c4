package io.tuner.probe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Proves;
import io.tuner.host.Become;
import io.tuner.host.Connection;
import io.tuner.host.ConnectionOptions;
import io.tuner.host.ConnectionSettings;
import io.tuner.host.Host;
import io.tuner.host.Hosts;
import io.tuner.host.Prompts;
import io.tuner.load.FactNames;
import io.tuner.resource.Content;
import io.tuner.resource.Probe;
import io.tuner.resource.Read;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Proves(
    what =
        "a probe reads files byte for byte, tells absent from refused, follows no link out of its "
            + "root, and one command that hangs costs itself alone",
    against = "a directory, this machine's shell")
class ProberTest {

  @TempDir Path root;

  private Readings read(Probe probe, String tunerRoot, Duration limit) throws Exception {
    Map<String, Object> variables = Map.of("ansible_connection", "local", "tuner_root", tunerRoot);
    try (Hosts hosts = new Hosts(Prompts.none())) {
      Host host =
          hosts.of("here", ConnectionSettings.of("here", variables, ConnectionOptions.none(root)));
      try (Connection connection = host.connect()) {
        return new Prober(connection, limit).read(Become.NO, Map.of(), probe);
      }
    }
  }

  private Readings read(Probe probe) throws Exception {
    return read(probe, root.toString(), Duration.ofSeconds(20));
  }

  private void write(String path, String content) throws Exception {
    Path file = root.resolve(path.substring(1));
    Files.createDirectories(file.getParent());
    Files.writeString(file, content, StandardCharsets.ISO_8859_1);
  }

  private void tool(String name, String script) throws Exception {
    write("/usr/bin/" + name, script);
    Files.setPosixFilePermissions(
        root.resolve("usr/bin/" + name), PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @Test
  void filesComeBackByteForByte() throws Exception {
    write("/a", "");
    write("/b", "no line end");
    write("/c", "nul \0 and \u00ff\n\n");
    write("/d 'e\" $f", "odd name\n");
    Readings readings =
        read(Probe.NOTHING.file("/a").file("/b").file("/c").file("/d 'e\" $f").file("/none"));
    assertThat(readings.file("/a")).isEqualTo(new Reading.Present<>(Content.of("")));
    assertThat(readings.file("/b")).isEqualTo(new Reading.Present<>(Content.of("no line end")));
    byte[] bytes = "nul \0 and \u00ff\n\n".getBytes(StandardCharsets.ISO_8859_1);
    assertThat(readings.file("/c")).isEqualTo(new Reading.Present<>(Content.of(bytes)));
    assertThat(readings.text("/d 'e\" $f")).contains("odd name\n");
    assertThat(readings.file("/none")).isEqualTo(new Reading.Absent<>());
  }

  @Test
  void whatCannotBeReadIsRefusedAndNotAbsent() throws Exception {
    Files.createDirectories(root.resolve("directory"));
    write("/large", "x".repeat(ProbeScript.FILE_LIMIT + 1));
    write("/full", "x".repeat(ProbeScript.FILE_LIMIT));
    Readings readings = read(Probe.NOTHING.file("/directory").file("/large").file("/full"));
    assertThat(readings.file("/directory")).isEqualTo(new Reading.Refused<>("Is a directory"));
    assertThat(readings.file("/large")).isEqualTo(new Reading.Refused<>("larger than 1 MiB"));
    assertThat(readings.file("/full")).isInstanceOf(Reading.Present.class);
  }

  @Test
  void aPatternGivesWhatItNamesAndNothingElse() throws Exception {
    write("/etc/x.d/b.conf", "b");
    write("/etc/x.d/a.conf", "a");
    write("/etc/x.d/c.other", "c");
    Readings readings = read(Probe.NOTHING.glob("/etc/x.d/*.conf").glob("/etc/none/*").file("/z"));
    assertThat(readings.glob("/etc/x.d/*.conf").keySet())
        .containsExactly("/etc/x.d/a.conf", "/etc/x.d/b.conf");
    assertThat(readings.glob("/etc/none/*")).isEmpty();
    Readings plain = read(Probe.NOTHING.glob("/etc/x.d/none").glob("/etc/x.d/a.conf"));
    assertThat(plain.glob("/etc/x.d/a.conf").keySet())
        .as("a pattern without wildcards")
        .containsExactly("/etc/x.d/a.conf");
    assertThat(plain.glob("/etc/x.d/none")).isEmpty();
  }

  @Test
  void noLinkLeadsOutOfTheRoot() throws Exception {
    write("/etc/hosts", "inside\n");
    Files.createSymbolicLink(root.resolve("absolute"), Path.of("/etc/hosts"));
    Files.createSymbolicLink(root.resolve("up"), Path.of("../../../../../../etc/hosts"));
    Files.createSymbolicLink(root.resolve("loop"), Path.of("loop"));
    Files.createSymbolicLink(root.resolve("directory"), Path.of("/etc"));
    Readings readings =
        read(
            Probe.NOTHING
                .file("/absolute")
                .file("/up")
                .file("/loop")
                .glob("/directory/*")
                .link("/absolute")
                .link("/none")
                .attributes("/absolute")
                .attributes("/directory/hosts")
                .attributes("/none"));
    assertThat(readings.text("/absolute")).contains("inside\n");
    assertThat(readings.text("/up")).contains("inside\n");
    assertThat(readings.file("/loop")).isInstanceOf(Reading.Refused.class);
    assertThat(readings.link("/absolute")).isEqualTo(new Reading.Present<>("/etc/hosts"));
    assertThat(readings.link("/none")).isEqualTo(new Reading.Absent<>());
    assertThat(readings.attributes("/none")).isEqualTo(new Reading.Absent<>());
    assertThat(readings.attributes("/absolute").known("").orElseThrow().kind())
        .isEqualTo(Readings.Attributes.Kind.LINK);
    assertThat(readings.attributes("/directory/hosts").known("").orElseThrow().size()).isEqualTo(7);
  }

  @Test
  void commandsHarmNoNeighbour() throws Exception {
    tool("first", "#!/bin/sh\nprintf 'x%s' \"$1\"; cat; exit 3\n");
    tool("second", "#!/bin/sh\necho odd >&2; printf '\\nEND\\n'; exec 1>&-; kill -9 $$\n");
    tool("third", "#!/bin/sh\nprintf '%s' \"$R\"\n");
    Readings readings =
        read(
            Probe.NOTHING
                .run("first", "a b'c\"$(reboot)\n;")
                .run("second")
                .run("third")
                .run("nowhere")
                .ask("exit 7"));
    Readings.Output first = readings.run("first", "a b'c\"$(reboot)\n;").known("").orElseThrow();
    assertThat(first.stdout()).isEqualTo("xa b'c\"$(reboot)\n;");
    assertThat(first.exit()).isEqualTo(3);
    assertThat(readings.run("second")).isInstanceOf(Reading.Refused.class);
    assertThat(readings.run("third").known("").orElseThrow().stdout()).isEqualTo(root.toString());
    assertThat(readings.run("nowhere")).isEqualTo(new Reading.Absent<>());
    assertThat(readings.ask("exit 7").known("").orElseThrow().exit()).isEqualTo(7);
  }

  @Test
  void aCommandThatHangsCostsItselfAlone() throws Exception {
    tool("hang", "#!/bin/sh\nexec sleep 1000\n");
    tool("fine", "#!/bin/sh\necho fine\n");
    Readings readings =
        read(Probe.NOTHING.run("hang").run("fine"), root.toString(), Duration.ofMillis(500));
    assertThat(readings.run("hang")).isInstanceOf(Reading.Refused.class);
    assertThat(readings.run("fine").known("").orElseThrow().stdout()).isEqualTo("fine\n");
  }

  @Test
  void processesAreFoundWithTheirFiles() throws Exception {
    write("/proc/12/comm", "nodeos\n");
    write("/proc/12/status", "Name: nodeos\n");
    write("/proc/12/task/12/status", "a");
    write("/proc/12/task/13/status", "b");
    write("/proc/14/comm", "other\n");
    write("/proc/14/cgroup", "0::/system.slice/db.service\n");
    write("/proc/14/status", "Name: other\n");
    io.tuner.resource.Read.Selector nodeos =
        new io.tuner.resource.Read.Selector(io.tuner.resource.Read.Selector.Kind.COMMAND, "nodeos");
    io.tuner.resource.Read.Selector unit =
        new io.tuner.resource.Read.Selector(
            io.tuner.resource.Read.Selector.Kind.UNIT, "db.service");
    Readings readings =
        read(Probe.NOTHING.process(nodeos, "status", "task/*/status").process(unit, "status"));
    Readings.Found found = readings.processes(nodeos, "status", "task/*/status").get(0);
    assertThat(found.pid()).isEqualTo(12);
    assertThat(found.files()).containsOnlyKeys("status", "task/12/status", "task/13/status");
    assertThat(readings.processes(unit, "status"))
        .extracting(Readings.Found::pid)
        .containsExactly(14);
  }

  @Test
  void factsOfThisMachineAreRead() throws Exception {
    Readings readings = read(Facts.PROBE, "", Duration.ofSeconds(20));
    Map<String, Object> facts = Facts.parse(readings);
    assertThat(FactNames.ALL).containsAll(facts.keySet());
    assertThat(facts).containsKeys("architecture", "kernel", "hostname", "boot_id", "memtotal_mb");
    assertThat((Long) facts.get("memtotal_mb")).isPositive();
    assertThat((Integer) facts.get("processor_vcpus")).isPositive();
  }

  @Test
  void linesOfAProcessAreLookedForOnTheHostHoweverLargeTheFile() throws Exception {
    String library = "7f00-7f01 r-xp 00000000 fd:01 7 /usr/lib/libjemalloc.so.2\n";
    String memory = "7e00-7e01 rw-p 00000000 00:00 0\n";
    write("/proc/17/comm", "observer\n");
    write("/proc/17/maps", memory.repeat(80_000) + library + memory + "odd .so without line end");
    write("/proc/18/comm", "observer\n");
    write("/proc/18/maps", memory);
    write("/proc/19/comm", "observer\n");
    write("/proc/20/comm", "observer\n");
    Files.createDirectories(root.resolve("proc/20/maps"));
    Probe probe =
        Probe.NOTHING
            .lines(OBSERVERS, "maps", List.of(".so", "it's"))
            .run("id")
            .process(OBSERVERS, "comm");
    Readings readings = read(probe);
    assertThat(readings.lines(OBSERVERS, "maps", List.of(".so", "it's")))
        .containsExactly(
            found(17, new Reading.Present<>(Content.of(library + "odd .so without line end\n"))),
            found(18, new Reading.Present<>(Content.of(""))),
            found(19, new Reading.Absent<>()),
            found(20, new Reading.Refused<>("Is a directory")));
    assertThat(readings.processes(OBSERVERS, "comm")).as("what follows").hasSize(4);
    Read.Selector nobody = new Read.Selector(Read.Selector.Kind.COMMAND, "nobody");
    assertThat(
            read(Probe.NOTHING.lines(nobody, "maps", List.of("x")))
                .lines(nobody, "maps", List.of("x")))
        .isEmpty();
  }

  private static final Read.Selector OBSERVERS =
      new Read.Selector(Read.Selector.Kind.COMMAND, "observer");

  private static Readings.Found found(int pid, Reading<Content> maps) {
    return new Readings.Found(pid, Map.of("maps", maps));
  }

  @Test
  void aRealProcessWithMoreThanAMebibyteOfMapsTellsItsLibraries() throws Exception {
    Path file = Files.write(root.resolve("f".repeat(200)), new byte[2 * 4096]);
    List<MappedByteBuffer> maps = new ArrayList<>();
    try (FileChannel channel = FileChannel.open(file)) {
      for (int i = 0; i < 9000; i++) {
        // Two neighbours of one kind would be one mapping.
        maps.add(channel.map(FileChannel.MapMode.READ_ONLY, i % 2 * 4096L, 4096));
      }
    }
    long pid = ProcessHandle.current().pid();
    String all = Files.readString(Path.of("/proc/" + pid + "/maps"));
    assertThat(all.length()).isGreaterThan(ProbeScript.FILE_LIMIT);
    Path number = Files.writeString(root.resolve("pid"), pid + "\n");
    Read.Selector own = new Read.Selector(Read.Selector.Kind.PID_FILE, number.toString());
    Readings readings =
        read(
            Probe.NOTHING.lines(own, "maps", List.of(".so")).process(own, "maps"),
            "",
            Duration.ofSeconds(20));
    Reading<Content> whole = readings.processes(own, "maps").get(0).files().get("maps");
    assertThat(whole).isEqualTo(new Reading.Refused<>("larger than 1 MiB"));
    Reading<Content> lines = readings.lines(own, "maps", List.of(".so")).get(0).files().get("maps");
    assertThat(Readings.decode(((Reading.Present<Content>) lines).value()))
        .contains("/libjvm.so\n")
        .doesNotContain(file.toString());
    assertThat(maps).hasSize(9000);
  }

  @Test
  void outputIsWholeWhenItComesBeforeTheNumberOfItsProcess() throws Exception {
    Probe probe = Probe.NOTHING.run("dpkg-query", "-W");
    String files = "/dev/null/s\0\0T=abc\0";
    String command = "install ok 1.0\n\nabc p 12\nand 2.0\n\nabc c 1 0\n";
    String out = "\nabc BEGIN\n" + files + command + "\nabc END\n";
    String err = "\nabc BEGIN\nhead: /dev/null/s: no\nhead: /dev/null/abc: no\n\nabc c 1\n";
    Readings readings =
        ProbeAnswer.parse(probe, "", "abc", out.getBytes(UTF_8), err.getBytes(UTF_8));
    assertThat(readings.run("dpkg-query", "-W"))
        .isEqualTo(
            new Reading.Present<>(
                new Readings.Output("dpkg-query", 0, "install ok 1.0\nand 2.0\n", "")));
  }
}
