package io.tuner.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Proves;
import io.tuner.Trap;
import io.tuner.plan.HostResult;
import io.tuner.plan.Status;
import io.tuner.plan.Subject;
import io.tuner.plan.TaskPlan;
import io.tuner.plan.TaskResult;
import io.tuner.redfish.Machine;
import io.tuner.redfish.RedfishServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Firmware settings behind a management controller that answers as the model has it. */
@Proves(
    types = "redfish_bios",
    what =
        "one request with the version of the pending settings, apply times, a busy controller, "
            + "two boots, certificates and passwords",
    against = "a model of Redfish services (`RedfishServer`)")
class RedfishOnModelTest {

  private static final Map<String, Object> KUNPENG =
      Map.of(
          "CustomPowerPolicy", "Performance",
          "DdrRefreshRate", "64ms",
          "NUMAEn", "Enabled",
          "EnableSMMU", "Disabled",
          "CPUPrefetchConfig", "Disabled");

  @TempDir Path directory;
  private Path state;
  private Machine machine;
  private RedfishServer server;

  private TestHost start(String vendor, String... quirks) throws Exception {
    Path root = Files.createDirectories(directory.resolve("root"));
    state = directory.resolve("bmc");
    machine = Machine.create(state, vendor);
    Files.write(state.resolve("quirks"), List.of(quirks));
    server = RedfishServer.http(machine, 0);
    Files.createDirectories(root.resolve("var/lib"));
    return new TestHost(root);
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  private Subject task(Map<String, Object> attributes, Object... more) {
    Map<String, Object> parameters = new LinkedHashMap<>();
    parameters.put("bmc", "http://127.0.0.1:" + server.port());
    parameters.put("user", RedfishServer.USER);
    parameters.put("password", RedfishServer.PASSWORD);
    parameters.put("attributes", attributes);
    for (int i = 0; i < more.length; i += 2) {
      parameters.put((String) more[i], more[i + 1]);
    }
    return TestHost.task("redfish_bios", parameters);
  }

  private static TaskResult only(HostResult result) {
    assertThat(result.error()).isEmpty();
    return result.tasks().get(0);
  }

  private static TaskPlan plan(TestHost host, Subject task) throws Exception {
    return host.plan(List.of(task)).tasks().get(0);
  }

  @Test
  @Trap(types = "redfish_bios", value = "each request makes a job of its own")
  void allSettingsGoInOneRequestWithTheVersionOfThePendingOnesAndTheBootTakesThemOver()
      throws Exception {
    try (TestHost host = start("ibmc")) {
      Map<String, Object> before = machine.current();
      assertThat(only(host.apply(task(KUNPENG))).status()).isEqualTo(Status.CHANGED);
      assertThat(server.changes()).hasSize(1);
      assertThat(server.changes().get(0))
          .startsWith("PATCH /redfish/v1/Systems/1/Bios/Settings W/\"")
          .endsWith(
              "{\"Attributes\":{\"CPUPrefetchConfig\":\"Disabled\",\"CustomPowerPolicy\":\"Performance\","
                  + "\"DdrRefreshRate\":\"64ms\",\"EnableSMMU\":\"Disabled\",\"NUMAEn\":\"Enabled\"}}");
      TaskPlan waiting = plan(host, task(KUNPENG));
      assertThat(waiting.result().status()).isEqualTo(Status.PENDING);
      assertThat(waiting.script().isEmpty()).isTrue();
      machine.boot();
      assertThat(plan(host, task(KUNPENG)).result().status()).isEqualTo(Status.OK);
      assertThat(machine.current()).containsAllEntriesOf(KUNPENG);
      assertThat(only(host.rollback(false, false)).status()).isEqualTo(Status.CHANGED);
      machine.boot();
      assertThat(machine.current()).isEqualTo(before);
    }
  }

  @Test
  void aListedApplyTimeMakesTheJobThatTheBootRuns() throws Exception {
    try (TestHost host = start("idrac")) {
      assertThat(only(host.apply(task(KUNPENG))).status()).isEqualTo(Status.CHANGED);
      assertThat(state.resolve("job")).exists();
      machine.boot();
      assertThat(plan(host, task(KUNPENG)).result().status()).isEqualTo(Status.OK);
    }
  }

  @Test
  @Trap(
      types = "redfish_bios",
      value = "an apply time is refused where it is not listed, and needed where it is")
  void anApplyTimeThatIsRefusedAllTheSameIsLeftOut() throws Exception {
    try (TestHost host = start("ilo", "no-apply-time")) {
      assertThat(only(host.apply(task(KUNPENG))).status()).isEqualTo(Status.CHANGED);
      assertThat(server.changes()).hasSize(2);
      assertThat(server.changes().get(0)).contains("@Redfish.SettingsApplyTime");
      assertThat(server.changes().get(1)).doesNotContain("@Redfish.SettingsApplyTime");
      machine.boot();
      assertThat(plan(host, task(KUNPENG)).result().status()).isEqualTo(Status.OK);
    }
  }

  @Test
  @Trap(types = "redfish_bios", value = "a job is running")
  void aBusyControllerIsAskedAgain() throws Exception {
    try (TestHost host = start("openbmc", "busy=1")) {
      assertThat(only(host.apply(task(KUNPENG))).status()).isEqualTo(Status.CHANGED);
      assertThat(server.changes()).hasSize(2);
    }
  }

  @Test
  void aJobThatHoldsTheSettingsIsAnErrorInTheControllersWords() throws Exception {
    try (TestHost host = start("idrac")) {
      host.apply(task(Map.of("NUMAEn", "Enabled")));
      TaskResult second =
          only(host.apply(task(Map.of("EnableSMMU", "Disabled"), "busy_timeout", "0s")));
      assertThat(second.status()).isEqualTo(Status.FAILED);
      assertThat(second.message().orElseThrow())
          .contains("PATCH http://127.0.0.1:")
          .contains("answers with status 400: Pending configuration values are already committed")
          .doesNotContain(RedfishServer.PASSWORD);
    }
  }

  @Test
  @Trap(types = "redfish_bios", value = "pending is taken for current")
  void firmwareThatNeedsTwoBootsIsPendingAfterTheFirst() throws Exception {
    try (TestHost host = start("ibmc")) {
      Files.writeString(state.resolve("boots"), "2\n");
      host.apply(task(KUNPENG));
      machine.boot();
      assertThat(plan(host, task(KUNPENG)).result().status()).isEqualTo(Status.PENDING);
      machine.boot();
      assertThat(plan(host, task(KUNPENG)).result().status()).isEqualTo(Status.OK);
    }
  }

  @Test
  @Trap(types = "redfish_bios", value = "after the boot the pending settings say nothing")
  void whatTheBootDidNotTakeIsNeverOk() throws Exception {
    try (TestHost host = start("ilo", "fails=NUMAEn")) {
      host.apply(task(KUNPENG));
      machine.boot();
      TaskResult result = plan(host, task(KUNPENG)).result();
      assertThat(result.status()).isNotEqualTo(Status.OK);
      assertThat(result.warnings())
          .containsExactly(
              "the firmware did not take NUMAEn over when it last tried: Model.1.0.NotApplied");
    }
  }

  @Test
  @Trap(types = "redfish_bios", value = "a certificate is not looked at")
  void aCertificateNobodyKnowsIsRefusedUnlessToldSo() throws Exception {
    try (TestHost host = start("ibmc")) {
      server.close();
      server = RedfishServer.https(machine, 0, directory);
      String bmc = "127.0.0.1:" + server.port();
      assertThat(plan(host, task(KUNPENG, "bmc", bmc)).result().message().orElseThrow())
          .contains("its certificate is not trusted");
      Subject trusting = task(KUNPENG, "bmc", bmc, "verify_tls", "false");
      assertThat(only(host.apply(trusting)).status()).isEqualTo(Status.CHANGED);
    }
  }

  @Test
  void aWrongPasswordIsSaidAndNotShown() throws Exception {
    try (TestHost host = start("ibmc")) {
      String message =
          plan(host, task(KUNPENG, "password", "hunter2")).result().message().orElseThrow();
      assertThat(message).contains("refuses `user` and `password`").doesNotContain("hunter2");
    }
  }

  @Test
  @Trap(types = "redfish_bios", value = "the password is shown")
  void noJournalHoldsThePasswordAndARollbackSaysWhereItIsLookedFor() throws Exception {
    try (TestHost host = start("ibmc")) {
      host.apply(task(KUNPENG));
      Path journal = directory.resolve("root/var/lib/tuner");
      try (Stream<Path> files = Files.walk(journal)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          assertThat(file).content().doesNotContain(RedfishServer.PASSWORD);
        }
      }
    }
    try (TestHost other = new TestHost(directory.resolve("root"))) {
      TaskResult result = only(other.rollback(false, false));
      assertThat(result.status()).isEqualTo(Status.FAILED);
      assertThat(result.message().orElseThrow())
          .endsWith("which no journal holds: the inventory has to set `redfish_bios_password`");
    }
  }
}
