package io.tuner.laws;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Trap;
import io.tuner.apply.TestHost;
import io.tuner.load.Become;
import io.tuner.load.HandlerInstance;
import io.tuner.load.Instance;
import io.tuner.plan.HostPlan;
import io.tuner.plan.HostResult;
import io.tuner.plan.Status;
import io.tuner.plan.Subject;
import io.tuner.resources.Restart;
import io.tuner.text.Span;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a restart settles, and what it does not. */
class RestartTest {

  @TempDir Path root;

  private HostResult applied(World world) throws Exception {
    world
        .file("/proc/1/comm", "systemd\n")
        .file("/usr/lib/systemd/system/observer.service", "[Service]\nExecStart=/opt/observer\n")
        .tools("systemctl")
        .past("systemctl", "start", "observer.service")
        .layOut(root);
    Subject unit =
        TestHost.task(
            "systemd_unit",
            Map.of("unit", "observer", "drop_in", Map.of("Service", Map.of("LimitMEMLOCK", "8M"))));
    Subject notifying =
        new Subject(
            unit.address(),
            unit.type(),
            unit.name(),
            unit.source(),
            unit.resource(),
            unit.parameters(),
            List.of("again"),
            false,
            Become.NO,
            Optional.empty());
    HandlerInstance handler =
        new HandlerInstance(
            "again",
            "restart[observer]",
            "restart",
            Span.NONE,
            Instance.Kind.READY,
            Optional.empty(),
            Optional.of(new Restart("observer")),
            Map.of("service", "observer"),
            Become.NO);
    try (TestHost host = new TestHost(root)) {
      HostPlan plan = host.plan(List.of(notifying));
      return host.apply(
          new HostPlan("here", plan.tasks(), List.of(handler), List.of(), List.of(), Map.of()));
    }
  }

  @Test
  void aRestartSettlesALimit() throws Exception {
    HostResult result = applied(new World());
    assertThat(result.error()).isEmpty();
    assertThat(result.status()).isEqualTo(Status.CHANGED);
    assertThat(result.tasks().get(0).changes()).allMatch(change -> change.settlesNow());
  }

  @Test
  @Trap(types = "systemd_unit", value = "what runs keeps its limits until it starts again")
  void aLimitThatARestartCouldNotSettleIsAFailureThatSaysWhatWasRead() throws Exception {
    HostResult result =
        applied(
            new World()
                .file(
                    "/etc/systemd/system/observer.service.d/zz-later.conf",
                    "[Service]\nLimitMEMLOCK=1M\n"));
    assertThat(result.error()).isEmpty();
    assertThat(result.status()).isEqualTo(Status.FAILED);
    assertThat(result.tasks().get(0).message().orElse(""))
        .contains("reads back as", "1048576", "8388608", "after restart[observer] ran");
  }
}
