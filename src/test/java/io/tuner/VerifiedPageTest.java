package io.tuner;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.lab.EmulatedMachine;
import io.tuner.lab.RealHosts;
import io.tuner.resource.Described;
import io.tuner.resources.Resources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.platform.commons.support.AnnotationSupport;

/** docs/verified.md is what the tests that are run say of themselves. */
class VerifiedPageTest {
  private static final Path PAGE = Path.of("docs/verified.md");
  private static final Path MODELS = Path.of("src/test/resources/models");
  private static final Path CALLERS = Path.of("src/test/resources/models.txt");

  private static final String HEAD =
      """
      # What was proven, against what

      Made from what the tests say of themselves (`Proves`), by `mvn test -Dtest=VerifiedPageTest -Dgoldens=write`. A test that
      is switched off says nothing here. What stands in no table is not proven.

      | tests on | are run by |
      |---|---|
      | hosts | `sudo ./test`, or `mvn -Plab test` once `src/test/lab/hosts.sh up` ran: hosts with systemd behind a real sshd, on this machine's kernel |
      | machine | `mvn -Pvm test` as root: an emulated machine with a kernel, disks, GRUB and memory nodes of its own |
      | here | `./test`, or `mvn test`: directories that stand for hosts, tools that are models, readings in text |

      """;

  private static final String MODELS_HEAD =
      """

      ## Models

      A model is a shell script that keeps its state in files of the directory that stands for the host, and refuses what the
      real tool refuses, with its exit code. It is written from the tool's documentation, which its first lines name, with what
      it leaves out. They lie in `src/test/resources/models`, one file a tool. The Redfish service of `redfish_bios` is
      `RedfishServer`, on loopback.

      | model | of | called by |
      |---|---|---|
      """;

  /** One claim with the test that proves it. */
  private record Row(Proves proves, Class<?> test, String place) {
    boolean isReal() {
      return !place.equals("here");
    }

    boolean speaksOf(String type) {
      return List.of(proves.types()).contains(type);
    }

    String line() {
      String what = proves.what().replace("|", "\\|");
      return "| %s | %s | `%s` | %s |%n"
          .formatted(what, proves.against(), test.getSimpleName(), place);
    }
  }

  @Test
  void thePageIsWhatTheTestsThatAreRunProve() throws IOException {
    Goldens.check(PAGE, page());
  }

  @Test
  void everyTestOnHostsOrAMachineSaysWhatItProves() {
    assertThat(TestClasses.run())
        .filteredOn(type -> !place(type).equals("here"))
        .allSatisfy(type -> assertThat(rows(type)).as(type.getSimpleName()).isNotEmpty());
  }

  @Test
  void everyClaimIsOfTypesThatThereAre() {
    assertThat(allRows())
        .allSatisfy(row -> assertThat(names()).containsAll(List.of(row.proves().types())));
    assertThat(names()).containsAll(models().keySet());
  }

  private static String page() {
    StringBuilder out = new StringBuilder(HEAD);
    List<Row> rows = allRows();
    out.append("## Types, on real kernels and tools\n\n");
    out.append("| type | what | against | test | on |\n|---|---|---|---|---|\n");
    for (String name : names()) {
      rows.stream()
          .filter(row -> row.isReal() && row.speaksOf(name))
          .forEach(row -> out.append("| `").append(name).append("` ").append(row.line()));
    }
    out.append("\n## Types that were tried only against a model\n\nA model is no proof.\n\n");
    out.append("| type | against | tests |\n|---|---|---|\n");
    for (String name : names()) {
      if (rows.stream().noneMatch(row -> row.isReal() && row.speaksOf(name))) {
        out.append(unproven(name, rows));
      }
    }
    out.append("\n## What is of no single type\n\n");
    out.append("| what | against | test | on |\n|---|---|---|---|\n");
    rows.stream()
        .filter(row -> row.proves().types().length == 0)
        .forEach(r -> out.append(r.line()));
    return out.append(modelsTable()).toString().replace(System.lineSeparator(), "\n");
  }

  private static String unproven(String name, List<Row> rows) {
    List<Row> own = rows.stream().filter(row -> row.speaksOf(name)).toList();
    TreeSet<String> against = new TreeSet<>();
    own.forEach(row -> against.add(row.proves().against()));
    models()
        .getOrDefault(name, List.of())
        .forEach(tool -> against.add("a model of `" + tool + "`"));
    if (against.isEmpty()) {
      against.add("files in a directory");
    }
    TreeSet<String> tests = new TreeSet<>(List.of("`LawsTest`", "`TranscriptsTest`"));
    own.forEach(row -> tests.add("`" + row.test().getSimpleName() + "`"));
    return "| `%s` | %s | %s |%n"
        .formatted(name, String.join("; ", against), String.join(", ", tests));
  }

  private static String modelsTable() {
    StringBuilder out = new StringBuilder(MODELS_HEAD);
    for (Path file : modelFiles()) {
      out.append(
          "| `%s` | %s | %s |%n".formatted(file.getFileName(), standsFor(file), types(file)));
    }
    return out.toString();
  }

  private static String standsFor(Path model) {
    return lines(model)
        .get(1)
        .replaceFirst("^# Models ", "")
        .replaceFirst("( \\((?!\\d).*|, |: |\\. |\\.$| over ).*", "");
  }

  private static String types(Path model) {
    return callers(model).stream().map(n -> "`" + n + "`").collect(Collectors.joining(", "));
  }

  private static List<String> callers(Path model) {
    String start = model.getFileName() + ": ";
    return lines(CALLERS).stream()
        .filter(line -> line.startsWith(start))
        .flatMap(line -> Stream.of(line.substring(start.length()).split(", ")))
        .toList();
  }

  /** The tools of which there are models, by the types that call them. */
  private static Map<String, List<String>> models() {
    Map<String, List<String>> models = new TreeMap<>();
    for (Path file : modelFiles()) {
      assertThat(callers(file)).as("types that call %s, in %s", file, CALLERS).isNotEmpty();
      for (String type : callers(file)) {
        String tool = file.getFileName().toString();
        models.computeIfAbsent(type, key -> new ArrayList<>()).add(tool);
      }
    }
    return models;
  }

  private static List<Path> modelFiles() {
    try (Stream<Path> files = Files.list(MODELS)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> names() {
    return Resources.all().stream().map(Described::name).toList();
  }

  private static List<Row> allRows() {
    return TestClasses.run().stream().flatMap(type -> rows(type).stream()).toList();
  }

  private static List<Row> rows(Class<?> type) {
    List<AnnotatedElement> said = new ArrayList<>(List.of(type));
    List<Method> tests = TestClasses.tests(type);
    said.addAll(tests);
    return said.stream()
        .flatMap(one -> Arrays.stream(one.getAnnotationsByType(Proves.class)))
        .map(proves -> new Row(proves, type, place(type)))
        .toList();
  }

  private static String place(Class<?> type) {
    if (AnnotationSupport.isAnnotated(type, RealHosts.class)) {
      return "hosts";
    }
    return AnnotationSupport.isAnnotated(type, EmulatedMachine.class) ? "machine" : "here";
  }
}
