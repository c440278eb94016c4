package io.tuner.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.format.MountInfo.Mount;
import java.util.List;
import java.util.OptionalLong;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MountInfoTest {
  private static final String FILE =
      """
      22 29 0:21 / /proc rw,nosuid shared:12 - proc proc rw
      29 1 253:0 / / rw,relatime shared:1 master:3 - xfs /dev/mapper/a-root rw,attr2,inode64,noquota
      40 29 8:17 / /data\\0401 rw,noatime - ext4 /dev/sdb1 ro,errors=remount-ro
      41 29 0:44 / /state rw,nosuid,nodev - tmpfs tmpfs rw,size=1048576k
      42 41 0:45 / /state ro - tmpfs none rw
      43 29 8:33 / /a rw - ext4 /dev/sdc1 rw
      44 43 8:49 / /a/b rw - ext4 /dev/sdd1 rw
      45 43 8:50 / /a rw - ext4 /dev/sde1 rw
      50 29 0:50 /sub /c rw - btrfs /dev/sdf rw,subvol=/sub
      """;

  @Test
  void optionalFieldsAndEscapes() {
    MountInfo mounts = MountInfo.parse(FILE);
    assertThat(mounts.mounts()).hasSize(9);
    Mount root = mounts.visible("/").orElseThrow();
    assertThat(root.tags()).containsExactly("shared:1", "master:3");
    assertThat(root.superOptions()).containsExactly("rw", "attr2", "inode64", "noquota");
    assertThat(mounts.visible("/data 1").orElseThrow().device()).isEqualTo("8:17");
    assertThat(mounts.visible("/c").orElseThrow().root()).isEqualTo("/sub");
  }

  @Test
  void theLastMountOfAPointIsTheVisibleOne() {
    MountInfo mounts = MountInfo.parse(FILE);
    assertThat(mounts.visible("/state/").orElseThrow().id()).isEqualTo(42);
    assertThat(mounts.visible("/a").orElseThrow().source()).isEqualTo("/dev/sde1");
    assertThat(mounts.visible("/a/b")).isEmpty();
    assertThat(mounts.visible("/proc")).isPresent();
    assertThat(mounts.visible("/nowhere")).isEmpty();
  }

  @Test
  void aPathLiesInTheNearestMount() {
    MountInfo mounts = MountInfo.parse(FILE);
    assertThat(mounts.containing("/data 1/x/y").orElseThrow().source()).isEqualTo("/dev/sdb1");
    assertThat(mounts.containing("/data 12").orElseThrow().target()).isEqualTo("/");
    assertThat(mounts.containing("/a/b/c").orElseThrow().source()).isEqualTo("/dev/sde1");
    assertThat(new MountInfo(List.of()).containing("/x")).isEmpty();
  }

  @Test
  void readOnlyAnywhereIsReadOnly() {
    assertThat(MountInfo.parse(FILE).visible("/data 1").orElseThrow().effectiveOptions())
        .containsExactly("ro", "noatime", "errors=remount-ro");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "tmpfs | rw,size=1048576k | size=1G | -",
        "tmpfs | rw,size=1048576k | size=1048576K | -",
        "tmpfs | rw,size=1048576k | size=1073741824 | -",
        "tmpfs | rw,size=1048576k | size=2G | size=2G",
        "tmpfs | rw,size=1048576k | size=25% | -",
        "tmpfs | rw | size=50% | -",
        "tmpfs | rw | size=2G | -",
        "tmpfs | rw | size=1G | size=1G",
        "tmpfs | rw,size=8k | size=5000 | -",
        "tmpfs | rw,mode=700 | mode=0700 | -",
        "tmpfs | rw | mode=1777,uid=0 | -",
        "tmpfs | rw | mode=0755 | mode=0755",
        "ext4 | rw,relatime | defaults,nofail,x-systemd.after=a.service,_netdev | -",
        "ext4 | rw,noatime,nosuid | defaults | suid",
        "ext4 | rw,noatime,nosuid | defaults,nosuid | -",
        "ext4 | ro | rw,noexec | rw,noexec",
        "ext4 | rw,noatime | nodiratime | -",
        "ext4 | rw,noatime | relatime | relatime",
        "ext4 | rw | strictatime | -",
        "ext4 | rw,nobarrier | barrier=0 | -",
        "ext4 | rw | barrier=0 | barrier=0",
        "ext4 | rw,nobarrier | barrier | barrier",
        "ext4 | rw | barrier,data=ordered,commit=5 | -",
        "ext4 | rw,data=writeback | data=ordered | data=ordered",
        "ext4 | rw,commit=30 | commit=5 | commit=5",
        "xfs | rw,attr2,inode64,logbsize=256k,noquota | logbsize=262144,noatime | noatime",
        "nfs4 | rw,vers=4.2,proto=tcp | nfsvers=4.2,tcp,bg,intr | -",
      })
  void optionsAreComparedByMeaning(String type, String shown, String wanted, String missing) {
    assertThat(
            MountOptions.missing(
                MountOptions.split(wanted),
                MountOptions.split(shown),
                type,
                OptionalLong.of(4L << 30)))
        .containsExactlyElementsOf(missing == null ? List.of() : MountOptions.split(missing));
  }

  @Property
  void garbageIsLeftOut(@ForAll("garbage") String text) {
    MountInfo mounts = MountInfo.parse(text);
    mounts.mounts().forEach(mount -> mounts.containing(mount.target()));
    MountOptions.missing(
        MountOptions.split(text), MountOptions.split(text), "tmpfs", OptionalLong.empty());
  }

  @Property
  void whatIsShownIsInEffect(@ForAll("options") List<String> options) {
    assertThat(MountOptions.missing(options, options, "ext4", OptionalLong.empty())).isEmpty();
  }

  @Provide
  Arbitrary<String> garbage() {
    return Arbitraries.of(
            "1", "2", "0:1", "/", "/a", "/a/b", "rw", "-", " ", "\n", "ext4", "\\040", "size=9")
        .list()
        .ofMaxSize(60)
        .map(parts -> String.join(" ", parts));
  }

  @Provide
  Arbitrary<List<String>> options() {
    return Arbitraries.of("noatime", "nosuid", "size=5k", "data=journal", "nofoo", "ro")
        .list()
        .uniqueElements()
        .ofMaxSize(6);
  }
}
