package io.tuner.laws;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Proves;
import io.tuner.apply.HostTree;
import io.tuner.apply.TestHost;
import io.tuner.plan.HostPlan;
import io.tuner.plan.HostResult;
import io.tuner.plan.Status;
import io.tuner.plan.Subject;
import io.tuner.plan.TaskPlan;
import io.tuner.resource.Described;
import io.tuner.resource.Readings;
import io.tuner.resources.Resources;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * What holds for every resource type, on generated hosts, comparing the whole host and not only
 * what the type reads itself. {@code -Dlaws=N} tries N hosts of each type (two by default, for each
 * is laid out and crashed many times); the seed is in the test's name. {@code -Dlaws.types=REGEX}
 * tries those types only.
 */
@Proves(
    what =
        "every type keeps the laws, a change of scheduler of `block_queue` apart: apply reaches "
            + "its target, once; rollback, also after a crash at any command, gives back every byte; a "
            + "probe changes nothing; mode and owner stay; what is pending settles with a reboot",
    against = "generated hosts of files and models")
@Proves(
    what = "parsing and planning on random answers crash nowhere",
    against = "generated readings")
@Proves(
    what = "`sh`, `dash`, `bash` and `busybox sh` accept the text of every script, there and back",
    against = "generated hosts of files and models")
class LawsTest {

  private static final int TRIES = Integer.getInteger("laws", 2);

  /**
   * A longer script is broken off behind every other command, in each of two worlds the others, and
   * taken back or finished in turn; with more worlds both behind each.
   */
  private static final int FEW = 8;

  private static final String TYPES = System.getProperty("laws.types", ".*");

  @TempDir Path directory;

  @Test
  void everyTypeHasWorlds() {
    List<String> types =
        Resources.all().stream().filter(d -> !d.isAction()).map(Described::name).toList();
    assertThat(Worlds.BY_TYPE.keySet()).containsExactlyElementsOf(types);
  }

  @TestFactory
  Stream<DynamicTest> applyReachesTheTargetOnceAndRollbackIsIdentity() {
    return each(
        (world, seed) -> {
          Path root = root(world);
          Map<String, String> before = HostTree.of(root);
          try (TestHost host = new TestHost(root)) {
            HostPlan plan = host.plan(List.of(world.tasks()));
            assertThat(difference(before, HostTree.of(root)))
                .as("a probe changes no byte")
                .isEmpty();
            assertThat(scripts(host.plan(List.of(world.tasks()))))
                .as("the same input gives the same script")
                .isEqualTo(scripts(plan));
            for (TaskPlan task : plan.tasks()) {
              assertThat(task.script().isEmpty())
                  .as("no change <=> no commands <=> nothing to do")
                  .isEqualTo(task.result().status() != Status.CHANGED);
            }
            succeeds(host.apply(world.tasks()));
            Map<String, String> applied = HostTree.of(root);
            assertThat(rights(applied, before, world))
                .as("a changed file's mode and owner stay where the task does not speak of them")
                .isEqualTo(rights(before, applied, world));
            HostPlan again = host.plan(List.of(world.tasks()));
            assertThat(again.changes()).as("apply reaches the target: %s", again.tasks()).isFalse();
            succeeds(host.apply(world.tasks()));
            assertThat(difference(applied, HostTree.of(root)))
                .as("apply twice = apply once")
                .isEmpty();
            if (plan.changes()) {
              assertThat(world.lasting().isEmpty() || irreversible(plan))
                  .as("what a rollback does not give back is told in the plan")
                  .isTrue();
              succeeds(host.rollback(false, false));
            }
            assertThat(notRestored(before, root, world))
                .as("rollback after apply = identity")
                .isEmpty();
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> whatIsPendingSettlesAtTheNextBoot() {
    return each(
        (world, seed) -> {
          Path root = root(world);
          try (TestHost host = new TestHost(root)) {
            succeeds(host.apply(world.tasks()));
            world.boot(root);
            for (TaskPlan task : host.plan(List.of(world.tasks())).tasks()) {
              assertThat(task.result().status()).as(task.toString()).isEqualTo(Status.OK);
            }
          }
        });
  }

  @TestFactory
  Stream<DynamicTest> aCrashAtAnyCommandIsTakenBackOrFinished() {
    return each(
        (world, seed) -> {
          int commands = commands(world);
          boolean all = TRIES > 2 || commands <= FEW;
          for (int done = all ? 0 : (int) seed % 2; done <= commands; done += all ? 1 : 2) {
            boolean other = (done / 2 + seed) % 2 == 0;
            if (all || !other) {
              isTakenBack(world, done, commands);
            }
            if (all || other) {
              isFinished(world, done);
            }
          }
        });
  }

  private void isTakenBack(World world, int done, int commands) throws Exception {
    Path root = root(world);
    Map<String, String> before = HostTree.of(root);
    try (TestHost host = new TestHost(root)) {
      host.crash(done, world.tasks());
      succeeds(host.rollback(false, false));
      assertThat(notRestored(before, root, world))
          .as("rollback after a crash behind command %d of %d", done, commands)
          .isEmpty();
    }
  }

  private void isFinished(World world, int done) throws Exception {
    Path root = root(world);
    Map<String, String> before = HostTree.of(root);
    try (TestHost host = new TestHost(root)) {
      host.crash(done, world.tasks());
      succeeds(host.apply(world.tasks()));
      assertThat(host.plan(List.of(world.tasks())).changes()).isFalse();
      succeeds(host.rollback(false, false));
      assertThat(notRestored(before, root, world))
          .as("rollback after an apply that finished a crash behind %d", done)
          .isEmpty();
    }
  }

  @TestFactory
  Stream<DynamicTest> everyShellAcceptsEveryScript() {
    return types()
        .map(
            type ->
                DynamicTest.dynamicTest(
                    type.getKey(),
                    () -> {
                      ShellCheck check = new ShellCheck();
                      for (int seed = 1; seed <= 3 * TRIES; seed++) {
                        World world = type.getValue().make(new Random(seed * 7919L));
                        try (TestHost host = new TestHost(root(world))) {
                          check.add(host.plan(List.of(world.tasks())));
                        }
                      }
                      check.isAccepted(directory);
                      clear();
                    }));
  }

  @TestFactory
  Stream<DynamicTest> parseNeverCrashesOnGarbage() {
    return types()
        .map(
            type ->
                DynamicTest.dynamicTest(
                    type.getKey(),
                    () -> {
                      for (int seed = 1; seed <= 2 * TRIES; seed++) {
                        Random random = new Random(seed * 7919L);
                        World world = type.getValue().make(random);
                        Garbage garbage = new Garbage(random, world.texts());
                        try (TestHost host = new TestHost(root(world))) {
                          for (Subject task : world.tasks()) {
                            Readings real = host.read(task.resource().probe());
                            garbage.survives(task.resource(), Optional.of(real), 200);
                            garbage.survives(task.resource(), Optional.empty(), 100);
                          }
                        }
                      }
                      clear();
                    }));
  }

  @FunctionalInterface
  private interface Law {
    void holds(World world, long seed) throws Exception;
  }

  private Stream<DynamicTest> each(Law law) {
    return types()
        .flatMap(
            type ->
                IntStream.rangeClosed(1, TRIES)
                    .mapToObj(
                        seed ->
                            DynamicTest.dynamicTest(
                                type.getKey() + " seed " + seed,
                                () -> {
                                  law.holds(type.getValue().make(new Random(seed * 7919L)), seed);
                                  clear();
                                })));
  }

  private static Stream<Map.Entry<String, World.Maker>> types() {
    return Worlds.BY_TYPE.entrySet().stream().filter(type -> type.getKey().matches(TYPES));
  }

  private Path root(World world) throws Exception {
    return world.layOut(Files.createTempDirectory(directory, "host"));
  }

  /** Removes the hosts of a test that held; JUnit's own removal warns of every link it meets. */
  private void clear() throws Exception {
    try (Stream<Path> paths = Files.walk(directory)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        if (!path.equals(directory)) {
          Files.delete(path);
        }
      }
    }
  }

  private int commands(World world) throws Exception {
    try (TestHost host = new TestHost(root(world))) {
      return host.plan(List.of(world.tasks())).tasks().stream()
          .mapToInt(task -> TestHost.commands(task.script()).size())
          .sum();
    }
  }

  /** What a rollback did not give back, and could have. */
  private static List<String> notRestored(Map<String, String> before, Path root, World world) {
    return difference(before, HostTree.of(root)).stream()
        .filter(line -> world.lasting().stream().noneMatch(path -> line.startsWith(path + ": ")))
        .toList();
  }

  /** What is not the same in two trees, a path a line. */
  private static List<String> difference(Map<String, String> before, Map<String, String> after) {
    TreeSet<String> paths = new TreeSet<>(before.keySet());
    paths.addAll(after.keySet());
    return paths.stream()
        .filter(path -> !Objects.equals(before.get(path), after.get(path)))
        .map(path -> path + ": " + before.get(path) + " -> " + after.get(path))
        .toList();
  }

  private static boolean irreversible(HostPlan plan) {
    return plan.tasks().stream().anyMatch(task -> task.result().irreversible().isPresent());
  }

  /**
   * Mode and owner of the files whose content another tree has changed, as far as no task sets
   * them.
   */
  private static Map<String, String> rights(
      Map<String, String> tree, Map<String, String> other, World world) {
    boolean mode = Stream.of(world.tasks()).noneMatch(t -> t.parameters().containsKey("mode"));
    Map<String, String> rights = new TreeMap<>();
    tree.forEach(
        (path, description) -> {
          String[] words = description.split(" ", 3);
          boolean file = words.length == 3 && !words[2].equals("directory");
          if (file
              && other.containsKey(path)
              && !other.get(path).startsWith("link")
              && !other.get(path).equals(description)) {
            rights.put(path, mode ? words[0] + " " + words[1] : words[1]);
          }
        });
    return rights;
  }

  private static void succeeds(HostResult result) {
    assertThat(result.error()).isEmpty();
    assertThat(result.tasks())
        .noneMatch(task -> task.status() == Status.FAILED || task.status() == Status.NOT_STARTED);
  }

  private static List<String> scripts(HostPlan plan) {
    return plan.tasks().stream().map(task -> task.script().toString()).toList();
  }
}
