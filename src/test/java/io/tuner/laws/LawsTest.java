package io.tuner.laws;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.apply.HostTree;
import io.tuner.apply.TestHost;
import io.tuner.plan.HostPlan;
import io.tuner.plan.HostResult;
import io.tuner.plan.Status;
import io.tuner.plan.TaskPlan;
import io.tuner.resource.Described;
import io.tuner.resources.Resources;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * What holds for every resource type, on generated hosts, comparing the whole host and not only what
 * the type reads itself. {@code -Dlaws=N} tries N hosts of each type; the seed is in the test's name.
 * {@code -Dlaws.types=REGEX} tries those types only.
 */
class LawsTest {

  private static final int TRIES = Integer.getInteger("laws", 4);
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
            assertThat(HostTree.of(root)).as("a probe changes no byte").isEqualTo(before);
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
            HostPlan again = host.plan(List.of(world.tasks()));
            assertThat(again.changes()).as("apply reaches the target: %s", again.tasks()).isFalse();
            succeeds(host.apply(world.tasks()));
            assertThat(HostTree.of(root)).as("apply twice = apply once").isEqualTo(applied);
            if (plan.changes()) {
              succeeds(host.rollback(false, false));
            }
            assertThat(HostTree.of(root)).as("rollback after apply = identity").isEqualTo(before);
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
          for (int done = 0; done <= commands; done++) {
            Path root = root(world);
            Map<String, String> before = HostTree.of(root);
            try (TestHost host = new TestHost(root)) {
              host.crash(done, world.tasks());
              succeeds(host.rollback(false, false));
              assertThat(HostTree.of(root))
                  .as("rollback after a crash behind command %d of %d", done, commands)
                  .isEqualTo(before);
            }
            root = root(world);
            try (TestHost host = new TestHost(root)) {
              host.crash(done, world.tasks());
              succeeds(host.apply(world.tasks()));
              assertThat(host.plan(List.of(world.tasks())).changes()).isFalse();
              succeeds(host.rollback(false, false));
              assertThat(HostTree.of(root))
                  .as("rollback after an apply that finished a crash behind %d", done)
                  .isEqualTo(before);
            }
          }
        });
  }

  @FunctionalInterface
  private interface Law {
    void holds(World world, long seed) throws Exception;
  }

  private Stream<DynamicTest> each(Law law) {
    return Worlds.BY_TYPE.entrySet().stream()
        .filter(type -> type.getKey().matches(TYPES))
        .flatMap(
            type ->
                IntStream.rangeClosed(1, TRIES)
                    .mapToObj(
                        seed ->
                            DynamicTest.dynamicTest(
                                type.getKey() + " seed " + seed,
                                () ->
                                    law.holds(type.getValue().make(new Random(seed * 7919L)), seed))));
  }

  private Path root(World world) throws Exception {
    return world.layOut(Files.createTempDirectory(directory, "host"));
  }

  private int commands(World world) throws Exception {
    try (TestHost host = new TestHost(root(world))) {
      return host.plan(List.of(world.tasks())).tasks().stream()
          .mapToInt(task -> task.script().steps().size())
          .sum();
    }
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
