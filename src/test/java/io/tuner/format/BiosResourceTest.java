package io.tuner.format;

import static io.tuner.format.Samples.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tuner.Trap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class BiosResourceTest {

  private static final String BIOS =
      """
      {"AttributeRegistry": "R.v1_0_0", "@odata.etag": "\\"17\\"",
       "Attributes": {"Turbo": "Enabled", "Cores": 0, "ACPI002": false, "Tag": "a  ", "None": null},
       "@Redfish.Settings": {"ETag": "9", "SupportedApplyTimes": ["OnReset"],
        "Messages": [
         {"MessageId": "Base.1.0.Success", "RelatedProperties": ["#/Attributes/Cores"]},
         {"MessageId": "Test.1.0.Failed", "RelatedProperties": ["#/Attributes/Turbo"]}],
        "SettingsObject": {"@odata.id": "/redfish/v1/Systems/1/Bios/Settings"}}}
      """;

  private static final String REGISTRY =
      """
      {"RegistryEntries": {"Attributes": [
        {"AttributeName": "Turbo", "Type": "Enumeration", "Value": [
          {"ValueName": "Enabled"}, {"ValueName": "Disabled"}]},
        {"AttributeName": "Cores", "Type": "Integer", "LowerBound": 0, "UpperBound": 8,
          "ScalarIncrement": 2},
        {"AttributeName": "Tag", "Type": "String", "MinLength": 1, "MaxLength": 3},
        {"AttributeName": "Model", "Type": "String", "Immutable": true}]}}
      """;

  @Test
  @Trap(types = "redfish_bios", value = "blanks at the end, numbers and truths are not texts")
  void zeroFalseAndBlanksAreValuesAndNullIsNone() throws Refusal {
    BiosResource bios = BiosResource.parse(BIOS);
    assertThat(bios.text("Cores")).contains("0");
    assertThat(bios.text("ACPI002")).contains("false");
    assertThat(bios.text("Tag")).contains("a  ");
    assertThat(bios.text("None")).isEmpty();
    assertThat(bios.attributes()).containsKey("None").containsEntry("ACPI002", false);
  }

  @Test
  @Trap(types = "redfish_bios", value = "the version is that of the other resource")
  void theVersionOfTheLastApplyIsNotThatOfTheResource() throws Refusal {
    assertThat(BiosResource.parse(BIOS).etag()).contains("\"17\"");
  }

  @Test
  void onlyWhatWasNotTakenOverIsFailed() throws Refusal {
    assertThat(BiosResource.parse(BIOS).failed()).isEqualTo(Map.of("Turbo", "Test.1.0.Failed"));
  }

  @Test
  @Trap(
      types = "redfish_bios",
      value = "a name, value or read-only setting is refused only by the firmware")
  void valuesAreCheckedByTheirType() throws Refusal {
    Map<String, BiosRegistry.Attribute> registry = BiosRegistry.parse(REGISTRY).attributes();
    assertThat(registry.get("Turbo").fault("Disabled")).isEmpty();
    assertThat(registry.get("Turbo").fault("disabled"))
        .contains("it is never `disabled`: did you mean `Disabled`?");
    assertThat(registry.get("Turbo").fault("zzzzzzzzz"))
        .contains("it is never `zzzzzzzzz`: it takes Enabled, Disabled");
    assertThat(registry.get("Cores").fault("8")).isEmpty();
    assertThat(registry.get("Cores").fault("10")).contains("`10` is not 0 to 8");
    assertThat(registry.get("Cores").fault("3")).contains("`3` is none of its steps of 2");
    assertThat(registry.get("Cores").fault("x")).contains("`x` is not a whole number");
    assertThat(registry.get("Tag").fault("")).contains("its text has 1 to 3 characters");
    assertThat(registry.get("Model").readOnly()).isTrue();
  }

  @Test
  void aRegistryThatNamesNothingIsNone() {
    for (String text :
        List.of("{}", "{\"RegistryEntries\": {\"Attributes\": [{\"Type\": \"x\"}]}}")) {
      assertThatThrownBy(() -> BiosRegistry.parse(text))
          .as("else every setting would be one that the firmware has not")
          .hasMessageContaining("names no settings");
    }
  }

  @Property(tries = 300)
  void damageIsNeverACrash(
      @ForAll @IntRange(max = 700) int from,
      @ForAll @IntRange(max = 40) int length,
      @ForAll String put,
      @ForAll boolean registry) {
    String text = registry ? REGISTRY : BIOS;
    int start = Math.min(from, text.length());
    String damaged =
        text.substring(0, start) + put + text.substring(Math.min(start + length, text.length()));
    try {
      if (registry) {
        BiosRegistry.parse(damaged).attributes().values().forEach(entry -> entry.fault(put));
      } else {
        assertThat(BiosResource.parse(damaged).attributes()).isNotNull();
      }
    } catch (Refusal said) {
      assertThat(said.getMessage()).isNotBlank();
    }
  }

  @Test
  void resourcesOfRealControllers() throws Exception {
    BiosResource current = BiosResource.parse(read("redfish/dmtf-bios-failed-message.json"));
    assertThat(current.text("ProcTurboMode")).contains("Enabled");
    assertThat(current.text("ProcCoreDisable")).contains("0");
    assertThat(current.attributes().get("ProcCoreDisable")).isInstanceOf(Integer.class);
    assertThat(current.failed()).containsOnlyKeys("ProcTurboMode");
    assertThat(current.applyTimes()).containsExactly("OnReset", "InMaintenanceWindowOnReset");
    assertThat(current.etag()).contains("123");
    assertThat(current.registry()).isEqualTo("BiosAttributeRegistryP89.v1_0_0");
    BiosResource pending = BiosResource.parse(read("redfish/dmtf-bios-pending.json"));
    assertThat(pending.applyTimes()).contains("OnReset", "Immediate");
    assertThat(
            pending.attributes().keySet().stream()
                .filter(name -> !pending.text(name).equals(current.text(name))))
        .containsExactlyInAnyOrder("AdminPhone", "EmbeddedSata", "NicBoot2", "ProcTurboMode");
    assertThat(pending.text("EmbeddedSata")).contains("Ahci");
    BiosResource opaque = BiosResource.parse(read("redfish/zt-bios-opaque-names-bool.json"));
    assertThat(opaque.attributes()).containsEntry("ACPI002", false);
    assertThat(opaque.etag()).contains("\"1676250921\"");
    BiosResource policy = BiosResource.parse(read("redfish/huawei-kunpeng-policyconfig.json"));
    assertThat(policy.attributes()).containsEntry("RefreshRate", 99).containsEntry("PdEn", 0);
    assertThat(policy.hasSettings()).isFalse();
    Map<?, ?> body = JsonText.object(read("redfish/dell-patch-body-applytime.json"));
    assertThat(JsonText.at(body, "@Redfish.SettingsApplyTime", "ApplyTime")).isEqualTo("OnReset");
  }

  @Test
  void aRegistryOfARealController() throws Exception {
    BiosRegistry registry = BiosRegistry.parse(read("redfish/dmtf-bios-registry.json"));
    assertThat(registry.attributes().get("SystemModelName").readOnly()).isTrue();
    BiosRegistry.Attribute virtualization = registry.attributes().get("ProcVirtualization");
    assertThat(virtualization)
        .isEqualTo(
            new BiosRegistry.Attribute(
                "Enumeration",
                false,
                List.of("Enabled", "Disabled"),
                Optional.empty(),
                Optional.empty(),
                1,
                virtualization.help()));
    assertThat(virtualization.help()).isNotBlank();
  }
}
