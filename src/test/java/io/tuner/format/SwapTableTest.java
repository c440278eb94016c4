package io.tuner.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.tuner.Trap;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the kernel, blkid and a file system's type tell of swap space. */
class SwapTableTest {

  private static final String TABLE =
      "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n"
          + "/dev/dm-1                               partition\t4194300\t\t0\t\t-2\n"
          + "/data/swap\\040file                      file\t\t8188\t\t16\t\t0\n"
          + "/old\\040(deleted) file 4 0 -3\n";

  @Test
  @Trap(types = "swap", value = "two spaces have the same mount point none")
  void eachSpaceHasItsOwnPath() {
    SwapTable table = SwapTable.parse(TABLE);
    assertThat(table.swaps()).hasSize(3);
    assertThat(table.of("/data/swap file"))
        .hasValue(new SwapTable.Swap("/data/swap file", 8188, 16, 0));
    assertThat(table.of("/dev/dm-1").orElseThrow().priority()).isEqualTo(-2);
    assertThat(table.of("/old")).isEmpty();
    assertThat(SwapTable.parse("").swaps()).isEmpty();
  }

  @Test
  void unknownLinesAreNoSpacesAndNothingCrashes() {
    Random random = new Random(7);
    for (int i = 0; i < 2000; i++) {
      StringBuilder text = new StringBuilder(TABLE);
      for (int change = 0; change < 8; change++) {
        text.setCharAt(random.nextInt(text.length()), (char) random.nextInt(128));
      }
      assertThat(SwapTable.parse(text.toString()).swaps().size()).isLessThan(10);
      Signature.parse(text.toString().replace(' ', '='));
      MemoryAvailable.bytes(text.toString());
    }
  }

  @Test
  void aSignatureIsATypeOrElseATableOfPartitions() {
    assertThat(Signature.parse("DEVNAME=/x\nUUID=3-4\nLABEL=a\\ b\nTYPE=swap\nUSAGE=other\n"))
        .hasValueSatisfying(
            s -> {
              assertThat(s.isSwap()).isTrue();
              assertThat(s.uuid()).hasValue("3-4");
              assertThat(s.label()).hasValue("a b");
            });
    assertThat(Signature.parse("PTUUID=1\nPTTYPE=gpt\n").orElseThrow().type()).isEqualTo("gpt");
    assertThat(Signature.parse("TYPE=swsuspend\n").orElseThrow().isSwap()).isFalse();
    assertThat(Signature.parse("DEVNAME=/x\n")).isEmpty();
  }

  @Test
  void memoryIsWhatTheKernelEstimatesOrWhatAnOldOneHasFree() {
    assertThat(MemoryAvailable.bytes("MemFree:  1 kB\nMemAvailable:  3 kB\n")).hasValue(3072);
    assertThat(MemoryAvailable.bytes("MemFree:  1 kB\nBuffers: 1 kB\nCached:  2 kB\n"))
        .hasValue(4096);
    assertThat(MemoryAvailable.bytes("MemAvailable:  0 kB\n")).hasValue(0);
    assertThat(MemoryAvailable.bytes("MemTotal: 5 kB\n")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "ext4,  3.10.0,           true,  false",
    "xfs,   4.17.0,           false, false",
    "xfs,   4.18.0-147.el8,   true,  false",
    "xfs,   unknown,          false, false",
    "btrfs, 5.0.0,            true,  true",
    "ext3,  6.1.0,            false, false",
    "f2fs,  6.1.0,            false, false",
  })
  void eachFileSystemHasItsOwnWay(
      String type, String kernel, boolean preallocated, boolean inPlace) {
    SwapFileSystem system = SwapFileSystem.of(type, kernel);
    assertThat(system.refusal()).isEmpty();
    assertThat(system.preallocated()).isEqualTo(preallocated);
    assertThat(system.inPlace()).isEqualTo(inPlace);
  }

  @ParameterizedTest
  @CsvSource({"zfs", "overlay", "tmpfs", "nfs4", "9p", "fuse.sshfs", "squashfs", "''"})
  @Trap(types = "swap", value = "some file systems hold no swap file")
  void fileSystemsThatHoldNoSwapFilesAreTold(String type) {
    assertThat(SwapFileSystem.of(type, "6.1.0").refusal()).isPresent();
  }
}
