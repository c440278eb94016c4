package io.tuner.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.jr.ob.JSON;
import io.tuner.Trap;
import io.tuner.apply.TestHost;
import io.tuner.load.Batch;
import io.tuner.load.Become;
import io.tuner.load.HandlerInstance;
import io.tuner.load.Instance;
import io.tuner.resource.Knob;
import io.tuner.resource.Risk;
import io.tuner.resource.Writer;
import io.tuner.resources.Restart;
import io.tuner.text.Span;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanTest {

  @TempDir Path root;

  private HostPlan plan(TestHost host, String... swappiness) throws Exception {
    Path knob = root.resolve("proc/sys/vm/swappiness");
    Files.createDirectories(knob.getParent());
    Files.writeString(knob, "60\n");
    List<Subject> tasks = new java.util.ArrayList<>();
    for (String value : swappiness) {
      tasks.add(
          TestHost.task(
              "sysctl", Map.of("settings", Map.of("vm.swappiness", value), "persist", "false")));
    }
    return host.plan(tasks);
  }

  private static Map<String, Object> throughJson(Map<String, Object> document) throws Exception {
    return JSON.std.mapFrom(JSON.std.with(JSON.Feature.WRITE_NULL_PROPERTIES).asString(document));
  }

  @Test
  void aSavedPlanIsReadBackAsItWasShownAndApplied() throws Exception {
    try (TestHost host = new TestHost(root)) {
      HostPlan plan = plan(host, "10");
      PlayPlan play =
          new PlayPlan(
              "p", List.of(new Batch(25, true)), OptionalDouble.of(30), true, List.of(plan));
      Map<String, Object> document =
          throughJson(SavedPlan.write(List.of(play), Map.of("here", Map.of()), List.of("hosts"), "digest"));
      PlayPlan read = SavedPlan.read(document, any -> Credentials.Variables.NONE).get(0);
      assertThat(read.serial()).isEqualTo(play.serial());
      assertThat(read.maxFailPercentage()).isEqualTo(play.maxFailPercentage());
      TaskPlan task = read.hosts().get(0).tasks().get(0);
      assertThat(task.result().changes()).isEqualTo(plan.tasks().get(0).result().changes());
      assertThat(task.result().commands()).isEqualTo(plan.tasks().get(0).result().commands());
      assertThat(host.apply(read.hosts().get(0)).status()).isEqualTo(Status.CHANGED);
      assertThat(Files.readString(root.resolve("proc/sys/vm/swappiness"))).isEqualTo("10\n");
    }
  }

  @Test
  void aPlanAnnouncesTheHandlersThatItsChangesNotify() throws Exception {
    try (TestHost host = new TestHost(root)) {
      assertThat(notifying(plan(host, "10")).announced())
          .extracting(TaskResult::address)
          .containsExactly("sysctl[vm.swappiness]", "restart[database]");
      assertThat(notifying(plan(host, "10")).announced().get(1).risks())
          .containsOnlyKeys(Risk.SERVICE_RESTART);
      assertThat(notifying(plan(host, "60")).announced())
          .extracting(TaskResult::address)
          .containsExactly("sysctl[vm.swappiness]");
    }
  }

  private static HostPlan notifying(HostPlan plan) {
    TaskPlan task = plan.tasks().get(0);
    Subject subject = task.subject();
    Subject notifies =
        new Subject(
            subject.address(),
            subject.type(),
            subject.name(),
            subject.source(),
            subject.resource(),
            subject.parameters(),
            List.of("restart database"),
            subject.ignoreErrors(),
            subject.become(),
            subject.wanted());
    HandlerInstance handler =
        new HandlerInstance(
            "restart database",
            "restart[database]",
            "restart",
            Span.NONE,
            Instance.Kind.READY,
            Optional.empty(),
            Optional.of(new Restart("database")),
            Map.of(),
            Become.NO);
    return new HostPlan(
        plan.host(),
        List.of(
            new TaskPlan(
                Optional.of(notifies), task.result(), task.from(), task.to(), task.script())),
        List.of(handler),
        List.of(),
        List.of(),
        Map.of());
  }

  @Test
  void whatIsNoSavedPlanIsRefusedWithItsReason() {
    assertThatThrownBy(() -> SavedPlan.read(Map.of(), any -> Credentials.Variables.NONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not a plan that");
    Map<String, Object> document = new HashMap<>(Map.of("format", SavedPlan.FORMAT, "plays", 3));
    assertThatThrownBy(() -> SavedPlan.read(document, any -> Credentials.Variables.NONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("was changed since it was saved");
    document.put("checksum", Checksum.of(document));
    assertThatThrownBy(() -> SavedPlan.read(document, any -> Credentials.Variables.NONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("damaged");
  }

  @Test
  void aChecksumSpeaksOfValuesAndNotOfTheirSpelling() {
    assertThat(Checksum.of(new TreeMap<>(Map.of("a", 1, "b", List.of("x", true)))))
        .isEqualTo(Checksum.of(new HashMap<>(Map.of("b", List.of("x", true), "a", 1L))))
        .isNotEqualTo(Checksum.of(Map.of("a", "1", "b", List.of("x", true))))
        .isNotEqualTo(Checksum.of(Map.of("a", 1, "b", List.of("x", "true"))))
        .isNotEqualTo(Checksum.of(Map.of("a", 1, "b", List.of("x true"))));
    assertThat(Checksum.of(Map.of("a", List.of("b", "c"))))
        .isNotEqualTo(Checksum.of(Map.of("a", List.of("b 1:c"))))
        .isNotEqualTo(Checksum.of(Map.of("a", List.of(List.of("b"), "c"))));
  }

  @Test
  @Trap(types = "conflicts", value = "two tasks set one knob to two values")
  void twoTasksThatSetOneKnobOtherwiseAreNamed() throws Exception {
    try (TestHost host = new TestHost(root)) {
      List<TaskPlan> tasks = plan(host, "10", "20").tasks();
      List<Conflict> conflicts = Conflicts.betweenTasks("here", tasks);
      assertThat(conflicts).hasSize(1);
      assertThat(conflicts.get(0).knob()).contains("vm").contains("swappiness");
      assertThat(List.of(conflicts.get(0).value(), conflicts.get(0).otherValue()))
          .containsExactlyInAnyOrder("10", "20");
      assertThat(Conflicts.betweenTasks("here", plan(host, "10", "10").tasks())).isEmpty();
    }
  }

  @Test
  @Trap(types = "conflicts", value = "a writer found on the host wins")
  void anotherWriterWithAnotherValueIsNamedAndHasWonWhereTheHostHasItsValue() throws Exception {
    try (TestHost host = new TestHost(root)) {
      List<TaskPlan> tasks = plan(host, "10").tasks();
      Knob knob = Conflicts.owned(tasks.get(0)).keySet().iterator().next();
      List<Conflict> won =
          Conflicts.withWriter(
              "here", tasks, "udev rules", List.of(new Writer.Claim(knob, "60", "/etc/x:3")));
      assertThat(won).singleElement().extracting(Conflict::won).isEqualTo(true);
      assertThat(won.get(0).other()).isEqualTo("udev rules (/etc/x:3)");
      assertThat(
              Conflicts.withWriter(
                  "here", tasks, "udev rules", List.of(new Writer.Claim(knob, "10", "/etc/x:3"))))
          .isEmpty();
    }
  }

  @Test
  void batchesAreThoseOfSerialAndTheLastRepeats() {
    List<Integer> hosts = List.of(1, 2, 3, 4, 5, 6, 7, 8);
    List<Batch> serial = List.of(new Batch(1, false), new Batch(25, true));
    assertThat(PlayPlan.batches(serial, false, hosts))
        .containsExactly(List.of(1), List.of(2, 3), List.of(4, 5), List.of(6, 7), List.of(8));
    assertThat(PlayPlan.batches(List.of(), false, hosts)).hasSize(1);
    assertThat(PlayPlan.batches(List.of(), true, hosts)).hasSize(8);
  }
}
