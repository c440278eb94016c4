package io.tuner;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The rules of ARCHITECTURE.md, read off the sources. */
class LayersTest {

  private static final String ARROW =
      "text -> format -> resource -> resources -> load -> host -> probe -> plan -> apply"
          + " -> bench -> rollout -> report -> cli";

  /** A package within another comes before it. */
  private static final List<String> ORDER =
      List.of(ARROW.replace("bench", SourceFile.STATISTICS + " -> bench").split(" -> "));

  private static final Pattern OURS =
      Pattern.compile("\\bio\\.tuner\\.(" + SourceFile.STATISTICS + "|[a-z]+)\\b");

  private static final Set<String> PURE =
      Set.of("text", "format", "resource", "resources", "plan", SourceFile.STATISTICS);

  /** What a package without input, output, clock and chance cannot mention. */
  private static final Pattern IMPURE =
      Pattern.compile(
          "java\\.io\\.(?!(ByteArray(In|Out)putStream|UncheckedIOException|Serial\\w*);)\\w+"
              + "|java\\.net\\.(?!URI;)\\w+"
              + "|java\\.nio\\.(channels|file\\.(?!Path;))\\w*"
              + "|\\bSystem\\.(currentTimeMillis|nanoTime|getenv|getProperty|in|out|err|exit)\\b"
              + "|\\.now\\(|\\bClock\\b|\\bRandom\\b|\\bSecureRandom\\b|\\brandomUUID\\b"
              + "|\\bMath\\.random\\b|\\bThread(?!Local)\\b|\\bProcessHandle\\b");

  /** Each library, and the package that alone may know it. */
  private static final Map<String, String> ONLY_IN =
      Map.of(
          "org\\.yaml\\.snakeyaml", "load",
          "\\bfreemarker\\.", "load",
          "com\\.jcraft\\.jsch", "host",
          "org\\.apache\\.sshd", "host",
          "\\bProcessBuilder\\b|\\bgetRuntime\\(\\)\\.exec\\b", "host",
          "java\\.net\\.http|\\bHttpURLConnection\\b", "host",
          "\\bpicocli\\b", "cli",
          "org\\.apache\\.commons\\.statistics", SourceFile.STATISTICS,
          "com\\.github\\.difflib", "report");

  /** An executable inventory is a program of the control machine, read before there is a host. */
  private static final Set<String> STARTS_PROGRAMS = Set.of("load/ScriptInventory.java");

  private static final Pattern VAGUE =
      Pattern.compile(
          "\\b(?:class|record|interface|enum)\\s+"
              + "(\\w*(?:Manager|Helper|Util|Utils|Impl|Service|Data|Info))\\b");

  /** systemd's service, and the kernel's /proc/PID/mountinfo. */
  private static final Set<String> NOUNS_OF_THE_SYSTEM =
      Set.of("resources.Service", "format.MountInfo");

  private final List<SourceFile> sources = SourceFile.all();

  @Test
  void aPackageKnowsOnlyThoseToItsLeft() {
    assertThat(sources)
        .isNotEmpty()
        .allSatisfy(source -> assertThat(ORDER).contains(source.layer()));
    assertThat(
            broken(
                source ->
                    matches(OURS, source.code(), 1).stream()
                        .filter(used -> ORDER.indexOf(used) > ORDER.indexOf(source.layer()))
                        .toList()))
        .isEmpty();
  }

  @Test
  void someLibrariesBelongToOnePackage() {
    assertThat(
            broken(
                source ->
                    ONLY_IN.entrySet().stream()
                        .filter(rule -> !rule.getValue().equals(source.layer()))
                        .filter(rule -> !STARTS_PROGRAMS.contains(inside(source)))
                        .filter(
                            rule -> Pattern.compile(rule.getKey()).matcher(source.code()).find())
                        .map(Map.Entry::getKey)
                        .toList()))
        .isEmpty();
  }

  @Test
  void somePackagesArePure() {
    assertThat(
            broken(
                source ->
                    PURE.contains(source.layer()) ? matches(IMPURE, source.code(), 0) : List.of()))
        .isEmpty();
  }

  @Test
  void namesSayWhatThingsAre() {
    assertThat(broken(LayersTest::vague)).isEmpty();
  }

  @Test
  void filesAreSmall() {
    assertThat(
            broken(
                source -> {
                  int most = source.layer().equals("resources") ? 150 : 300;
                  return source.lines() > most ? List.of(source.lines() + " lines") : List.of();
                }))
        .isEmpty();
  }

  @Test
  void everyPackageSaysWhatItHolds() {
    Set<String> packages = sources.stream().map(SourceFile::layer).collect(Collectors.toSet());
    Set<String> told =
        sources.stream()
            .filter(source -> source.name().equals("package-info"))
            .map(SourceFile::layer)
            .collect(Collectors.toSet());
    assertThat(told).isEqualTo(packages);
  }

  @Test
  void theArchitecturePageBeginsWithTheArrowAndHasALineAPackage() throws IOException {
    List<String> page = Files.readAllLines(Path.of("ARCHITECTURE.md"));
    assertThat(page.get(0).strip()).isEqualTo(ARROW);
    Set<String> rows = new TreeSet<>();
    page.forEach(line -> rows.addAll(matches(Pattern.compile("^\\| `([a-z.]+)` \\|"), line, 1)));
    assertThat(rows)
        .isEqualTo(
            sources.stream().map(SourceFile::layer).collect(Collectors.toCollection(TreeSet::new)));
  }

  private static List<String> vague(SourceFile source) {
    return matches(VAGUE, source.code(), 1).stream()
        .filter(name -> !NOUNS_OF_THE_SYSTEM.contains(source.layer() + "." + name))
        .toList();
  }

  /** Each file that breaks a rule, with what breaks it. */
  private List<String> broken(java.util.function.Function<SourceFile, List<String>> rule) {
    List<String> broken = new ArrayList<>();
    for (SourceFile source : sources) {
      rule.apply(source).forEach(what -> broken.add(inside(source) + ": " + what));
    }
    return broken;
  }

  private static String inside(SourceFile source) {
    return source.layer() + "/" + source.path().getFileName();
  }

  private static List<String> matches(Pattern pattern, String text, int group) {
    List<String> found = new ArrayList<>();
    for (Matcher matcher = pattern.matcher(text); matcher.find(); ) {
      found.add(matcher.group(group));
    }
    return found;
  }
}
