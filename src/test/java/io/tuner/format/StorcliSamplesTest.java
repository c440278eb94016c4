package io.tuner.format;

import static io.tuner.format.Samples.names;
import static io.tuner.format.Samples.read;
import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.format.Storcli.Controller;
import io.tuner.format.Storcli.Drive;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Outputs of real storcli and perccli, and what each is known to say. */
class StorcliSamplesTest {

  private static Controller controller(String name) throws Exception {
    return Storcli.parse(read("storcli/" + name)).controllers().get(0);
  }

  /** Group/number:read-write-io, drive by drive. */
  private static String drives(String name) throws Exception {
    return drives(controller(name));
  }

  private static String drives(Controller controller) {
    return controller.drives().stream()
        .map(StorcliSamplesTest::show)
        .collect(Collectors.joining(" "));
  }

  private static String show(Drive drive) {
    CachePolicy policy = drive.cache().orElseThrow();
    return "%s%d:%s-%s-%s"
        .formatted(
            drive.group().map(group -> group + "/").orElse(""),
            drive.number(),
            policy.read(),
            policy.write(),
            policy.direct() ? "direct" : "cached");
  }

  @Test
  void everySampleIsRead() throws Exception {
    for (String name : names("storcli")) {
      assertThat(Storcli.parse(read(name)).controllers()).as(name).isNotEmpty();
    }
  }

  @Test
  void listsOfControllers() throws Exception {
    assertThat(drives("c0-show-5vd-text.txt"))
        .isEqualTo(
            "3/0:NORA-WT-direct 4/1:NORA-WB-direct 0/2:NORA-WB-direct 1/3:NORA-WB-direct"
                + " 2/4:NORA-WB-direct");
    assertThat(drives("c0-show-foreign-text.txt"))
        .isEqualTo("0/0:NORA-WT-direct 1/1:NORA-WT-direct 2/2:NORA-WT-direct");
    assertThat(controller("c0-show-jbod.txt").drives()).isEmpty();
    assertThat(controller("c0-show-mpt3sas-hba-no-vd.txt").drives()).isEmpty();
    assertThat(drives("c1-show-reports-controller0.json")).isEqualTo("2/1:RA-WT-direct");
    assertThat(controller("c1-show-reports-controller0.json").drives().get(0).name())
        .isEqualTo("dummy");
    assertThat(drives("perccli-c0-show-2vd-R-package-doc.txt"))
        .isEqualTo("0/2:RA-WB-direct 1/3:RA-WB-direct");
    Controller dell = controller("perccli-c0-show-FWB-legend-trailing-space-name.txt");
    assertThat(drives(dell)).isEqualTo("0/0:RA-WB-direct 1/1:RA-WB-direct");
    assertThat(dell.drives()).extracting(Drive::name).containsExactly("Virtual Disk0", "data");
    Controller perc = controller("dall-show-perc-h710p-18vd-mixed.txt");
    assertThat(drives(perc))
        .isEqualTo(
            "0/0:NORA-WT-direct 1/6:NORA-WT-direct 2/7:NORA-WT-direct 15/5:NORA-WT-direct"
                + " 16/20:ADRA-AWB-direct 17/1:NORA-WT-direct");
    assertThat(perc.drives().get(4).name()).isEqualTo("r0");
    assertThat(controller("node-exporter-21vd-emptynames.txt").drives())
        .hasSize(7)
        .allMatch(drive -> show(drive).endsWith(":RA-AWB-direct"));
  }

  @Test
  void drivesWithTheirProperties() throws Exception {
    Drive home = controller("vd0-show-all-7.2508.json").drives().get(0);
    assertThat(show(home)).isEqualTo("1/0:RA-WB-direct");
    assertThat(home.initial()).contains(CachePolicy.Write.WB);
    assertThat(home.disks()).contains(Storcli.DiskCache.DEFAULT);
    assertThat(home.name()).isEqualTo("HOME");
    Drive old = controller("v0-show-all-storcli-1.03.11-RaAWBD-degraded.txt").drives().get(0);
    assertThat(show(old)).isEqualTo("0/0:ADRA-AWB-direct");
    assertThat(old.state()).isEqualTo("Dgrd");
    assertThat(old.initial()).isEmpty();
    assertThat(old.disks()).contains(Storcli.DiskCache.ON);
    assertThat(drives("v0-show-storcli-1.03.11-RaWTD.txt")).isEqualTo("0/0:ADRA-WT-direct");
    Drive alone = controller("v1-show-only-virtual-drives.json").drives().get(0);
    assertThat(show(alone)).isEqualTo("2/1:RA-WT-direct");
    assertThat(alone.disks()).isEmpty();
    Drive newest = controller("vall-show-all-7.3703-raid5-emptyname.json").drives().get(0);
    assertThat(show(newest)).isEqualTo("0/0:RA-WB-direct");
    assertThat(newest.name()).isEmpty();
    Drive text = controller("c0-vall-show-all-text.txt").drives().get(0);
    assertThat(show(text)).isEqualTo("0/0:NORA-WT-direct");
    assertThat(text.initial()).contains(CachePolicy.Write.WT);
    assertThat(text.disks()).contains(Storcli.DiskCache.DEFAULT);
  }

  @Test
  void cachesAndCardsThatAreNotTouched() throws Exception {
    List<Controller> all =
        Storcli.parse(read("storcli/call-show-all-nytro-and-warpdrive-2014.json")).controllers();
    assertThat(drives(all.get(0))).isEqualTo("0/1:NORA-WB-direct 1/0:RA-WT-direct");
    assertThat(all.get(0).drives()).extracting(Drive::isCacheDevice).containsExactly(true, false);
    assertThat(drives(all.get(1))).isEqualTo("0:NORA-WT-direct");
    assertThat(all.get(1).model().toLowerCase(Locale.ROOT)).contains("warpdrive");
  }

  @Test
  void packs() throws Exception {
    Controller vault = controller("cv-show-all-7.0709.json");
    assertThat(vault.packs())
        .containsExactly(new Storcli.Pack("CacheVault", "Optimal", false))
        .allMatch(Storcli.Pack::isHealthy);
    Controller battery = controller("c0-show-lsi9260-2014-no-clver.json");
    assertThat(drives(battery)).isEqualTo("0/0:RA-WB-direct");
    assertThat(battery.packs()).containsExactly(new Storcli.Pack("battery", "Optimal", false));
  }

  @Test
  void failuresAndSuccessesThatAreNone() throws Exception {
    Controller none = controller("c0-vall-no-vds-configured-success.txt");
    assertThat(none.failed()).isFalse();
    assertThat(none.drives()).isEmpty();
    Controller missing = controller("perccli-no-controller.json");
    assertThat(missing.failed()).isTrue();
    assertThat(missing.reason()).isEqualTo("No Controller found");
    assertThat(controller("unsupported-command.json").isUnsupported()).isTrue();
    Controller refused = controller("set-failure-errcd255.json");
    assertThat(refused.reason())
        .isEqualTo("Set Drive Good Failed.: Operation not allowed. (ErrCd 255)");
    Controller set = controller("v0-set-wrcache-AWB-success-text.txt");
    assertThat(set.failed()).isFalse();
    assertThat(set.details()).containsExactly(new Storcli.Detail("0", false, 0, "-"));
  }
}
