package io.tuner.apply;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Proves;
import io.tuner.Trap;
import io.tuner.plan.HostPlan;
import io.tuner.plan.HostResult;
import io.tuner.plan.Status;
import io.tuner.plan.Subject;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cache policies on a controller that answers as the model has it. */
@Proves(
    types = "storcli_cache",
    what = "settings that are refused, a battery that forbids write-back, other drives that stay",
    against = "a model of `storcli`")
class StorcliOnModelTest {

  @TempDir Path root;
  private Path controller;
  private Path tool;

  @BeforeEach
  void install() throws Exception {
    tool = root.resolve("opt/MegaRAID/storcli/storcli64");
    Files.createDirectories(tool.getParent());
    Files.copy(Path.of("src/test/resources/models/storcli"), tool);
    controller = root.resolve("var/lib/storcli/model/c0");
    Files.createDirectories(controller);
    Files.writeString(controller.resolve("pack"), "cv Optimal\n");
    Files.writeString(controller.resolve("v0"), "1 RAID1 WT NORA direct default system\n");
    Files.writeString(controller.resolve("v1"), "0 RAID5 WT NORA direct default data\n");
  }

  private static Subject writeBack() {
    return TestHost.task(
        "storcli_cache", Map.of("virtual_drives", List.of("1"), "write", "WB", "read", "RA"));
  }

  private static HostResult apply(TestHost host) throws Exception {
    return host.apply(writeBack());
  }

  private String drive(int number) throws Exception {
    return Files.readString(controller.resolve("v" + number)).strip();
  }

  @Test
  @Trap(types = "storcli_cache", value = "an exit of 0 hides a drive that was refused")
  void whatTheToolRefusesIsAFailureWhateverItsExitAndTheOtherSettingsAreSet() throws Exception {
    Files.writeString(controller.resolve("refuses"), "wrcache\n");
    try (TestHost host = new TestHost(root)) {
      HostResult result = apply(host);
      assertThat(result.tasks().get(0).status()).isEqualTo(Status.FAILED);
      assertThat(result.tasks().get(0).message().orElseThrow())
          .contains("1 wrcache  WB    Failed 255 Operation not allowed.");
      assertThat(drive(1)).isEqualTo("0 RAID5 WT RA direct default data");
    }
  }

  @Test
  @Trap(
      types = "storcli_cache",
      value =
          "write-back without a healthy battery writes through, and is not to be set in every run")
  void aBatteryThatForbidsWriteBackIsNoReasonToSetItAgain() throws Exception {
    Files.writeString(controller.resolve("pack"), "bbu Charging\n");
    try (TestHost host = new TestHost(root)) {
      assertThat(apply(host).tasks().get(0).status()).isEqualTo(Status.CHANGED);
      HostPlan again = host.plan(List.of(writeBack()));
      assertThat(again.tasks().get(0).result().status()).isEqualTo(Status.PENDING);
      assertThat(again.tasks().get(0).script().isEmpty()).isTrue();
      Files.writeString(controller.resolve("pack"), "bbu Optimal\n");
      assertThat(host.plan(List.of(writeBack())).tasks().get(0).result().status())
          .isEqualTo(Status.OK);
    }
  }

  @Test
  void theOtherDriveStaysAndARollbackRestores() throws Exception {
    try (TestHost host = new TestHost(root)) {
      apply(host);
      assertThat(drive(1)).isEqualTo("0 RAID5 WB RA direct default data");
      assertThat(drive(0)).isEqualTo("1 RAID1 WT NORA direct default system");
      host.rollback(false, false);
      assertThat(drive(1)).isEqualTo("0 RAID5 WT NORA direct default data");
    }
  }

  @Test
  void theModelRefusesWrongCommandLines() throws Exception {
    for (String wrong :
        List.of("", "/c0", "/c0/v1 set", "/c0/v1 set wrcache=FWB", "/c0/v1 set x=y", "c0 show")) {
      assertThat(run(wrong)).as(wrong).contains("Un-supported command");
    }
    assertThat(run("/c0/v9 show")).contains("Failure");
    assertThat(run("/c3/vall show")).contains("Controller 3 not found");
  }

  private String run(String arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(tool.toString()));
    command.addAll(arguments.isEmpty() ? List.of() : List.of(arguments.split(" ")));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("R", root.toString());
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(arguments).isNotZero();
    return said;
  }
}
