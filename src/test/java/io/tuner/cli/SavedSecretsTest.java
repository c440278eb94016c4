package io.tuner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.redfish.Machine;
import io.tuner.redfish.RedfishServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Plans that are saved, and tasks that need a password. */
class SavedSecretsTest extends OneHost {

  private RedfishServer server;
  private Path plan;

  @BeforeEach
  void plan() throws Exception {
    server = RedfishServer.http(Machine.create(directory.resolve("bmc"), "ibmc"), 0);
    plan = directory.resolve("plan.json");
    variables("bmc: \"" + RedfishServer.PASSWORD + "\", redfish_bios_password: \"${bmc}\"");
    Path playbook =
        playbook(
            """
                - redfish_bios:
                    bmc: http://127.0.0.1:%d
                    user: %s
                    password: "${redfish_bios_password}"
                    attributes: {NUMAEn: Enabled, EnableSMMU: Disabled}
            """
                .formatted(server.port(), RedfishServer.USER));
    assertThat(dispatch("plan", playbook.toString(), "-i", hosts(), "-o", plan.toString()))
        .isZero();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private void variables(String more) throws Exception {
    Path hosts = Path.of(hosts());
    String text = Files.readString(hosts);
    Files.writeString(
        hosts,
        text.replaceFirst("(tuner_root: [^,}]*).*", "$1, " + more.replace("$", "\\$") + "}"));
  }

  @Test
  void aSavedPlanHoldsNoSecretAndTakesItFromTheInventory() throws Exception {
    assertThat(plan).content().doesNotContain(RedfishServer.PASSWORD);
    assertThat(run("apply", plan)).isEqualTo(ExitCode.PENDING);
    assertThat(server.changes()).hasSize(1);
  }

  @Test
  void aSecretThatTheInventoryDoesNotSayIsNamed() throws Exception {
    variables("bmc: x");
    assertThat(run("apply", plan)).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("plan.json: redfish_bios[")
        .contains("which no saved plan holds: the inventory has to set `redfish_bios_password`");
    assertThat(server.changes()).isEmpty();
  }

  @Test
  void aSecretThatCannotBeRenderedIsNamed() throws Exception {
    variables("redfish_bios_password: \"${nowhere}\"");
    assertThat(run("apply", plan)).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("`redfish_bios_password`: `nowhere` is not defined");
  }
}
