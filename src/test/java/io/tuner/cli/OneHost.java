package io.tuner.cli;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Whole commands on a directory that stands for a host, {@code db1}. */
abstract class OneHost {

  @TempDir Path directory;

  final ByteArrayOutputStream out = new ByteArrayOutputStream();
  final ByteArrayOutputStream err = new ByteArrayOutputStream();
  Path host;

  @BeforeEach
  void host() throws Exception {
    host = Files.createDirectories(directory.resolve("root"));
    Files.createDirectories(host.resolve("etc"));
    Files.writeString(
        directory.resolve("hosts.yml"),
        """
        all:
          hosts:
            db1: {ansible_connection: local, tuner_root: %s}
        """
            .formatted(host));
  }

  /** A playbook of one play with these tasks. */
  Path playbook(String tasks) throws Exception {
    return Files.writeString(directory.resolve("site.yml"), "- hosts: all\n  tasks:\n" + tasks);
  }

  String hosts() {
    return directory.resolve("hosts.yml").toString();
  }

  /** Runs a command on the host, confirmed. */
  int run(String command, Object... words) {
    Stream<String> given = Stream.of(words).map(Object::toString);
    Stream<String> end = Stream.of("--yes", "-i", hosts());
    return dispatch(
        Stream.of(Stream.of(command), given, end).flatMap(w -> w).toArray(String[]::new));
  }

  int dispatch(String... words) {
    Console console =
        new Console(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            new BufferedReader(new StringReader("")),
            false,
            false,
            false,
            Map.of());
    return new Dispatch(console).run(words);
  }

  /** What the commands so far printed as their results; what follows begins anew. */
  String printed() {
    String printed = out.toString(StandardCharsets.UTF_8);
    out.reset();
    return printed;
  }
}
