package io.tuner.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tuner.Trap;
import io.tuner.format.CachePolicy.Read;
import io.tuner.format.CachePolicy.Write;
import io.tuner.format.Storcli.Controller;
import io.tuner.format.Storcli.DiskCache;
import io.tuner.format.Storcli.Drive;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class StorcliTest {

  private static final String JSON =
      """
      {"Controllers": [{
        "Command Status": {"Controller": 0, "Status": "Success", "Description": "None"},
        "Response Data": {
          "Virtual Drives": 2,
          "VD LIST": [
            {"DG/VD": "4/0", "TYPE": "RAID0", "State": "Optl", "Cache": "RAWBD", "Name": "a b "},
            {"DG/VD": 1, "TYPE": "RAID5", "State": "Dgrd", "Cache": "NRWTC"}],
          "VD1 Properties": {
            "Write Cache(initial setting)": "WriteBack", "Disk Cache Policy": "Enabled"}}}]}
      """;

  private static final String TEXT =
      """
      CLI Version = 007.1211.0000.0000 Nov 07, 2019
      Controller = 0
      Status = Success
      Description = None

      /c0/v7 :
      ======

      ----------------------------------------------------------
      DG/VD TYPE  State Access Consist Cache  Cac sCC  Size Name
      ----------------------------------------------------------
      12/7  RAID1 Optl  RW     No      RaAWBD -   OFF 1 GB  a b
      ----------------------------------------------------------

      Cac=CacheCade|WB=WriteBack|
      Check Consistency

      VD7 Properties :
      ==============
      OS Drive Name = a = b :
      Write Cache(initial setting) = WriteThrough
      Disk Cache Policy = Disk's Default
      """;

  private static Controller read(String text) throws Refusal {
    return Storcli.parse(text).controllers().get(0);
  }

  private static Optional<CachePolicy> policy(Read read, Write write, boolean direct) {
    return Optional.of(new CachePolicy(read, write, direct));
  }

  @Test
  @Trap(
      types = "storcli_cache",
      value = "RAWBD is R, AWB and D, Ra is adaptive, and FWB of Dell is AWB")
  void aCacheStringIsReadAheadThenWriteThenIo() {
    assertThat(CachePolicy.of("RWBD")).isEqualTo(policy(Read.RA, Write.WB, true));
    assertThat(CachePolicy.of("RAWBD")).isEqualTo(policy(Read.RA, Write.AWB, true));
    assertThat(CachePolicy.of("RaAWBD")).isEqualTo(policy(Read.ADRA, Write.AWB, true));
    assertThat(CachePolicy.of("RaWTD")).isEqualTo(policy(Read.ADRA, Write.WT, true));
    assertThat(CachePolicy.of("NRAWBC")).isEqualTo(policy(Read.NORA, Write.AWB, false));
    assertThat(CachePolicy.of("NRFWBD")).isEqualTo(policy(Read.NORA, Write.AWB, true));
    for (String other : List.of("", "-", "rwbd", "RWB", "RAWB", "NRWTDD", "RAaWBD")) {
      assertThat(CachePolicy.of(other)).as(other).isEmpty();
    }
  }

  @Test
  @Trap(
      types = "storcli_cache",
      value = "the number of a drive is not that of its group, which may be a whole number")
  void aDriveIsTheNumberBehindTheSlashAndMayBeAWholeNumber() throws Refusal {
    List<Drive> drives = read(JSON).drives();
    assertThat(drives).extracting(Drive::number).containsExactly(0, 1);
    assertThat(drives).extracting(Drive::group).containsExactly(Optional.of(4), Optional.empty());
    assertThat(drives.get(0).name()).isEqualTo("a b");
    assertThat(drives.get(0).initial()).isEmpty();
    assertThat(drives.get(1).initial()).contains(Write.WB);
    assertThat(drives.get(1).disks()).contains(DiskCache.ON);
  }

  @Test
  @Trap(
      types = "storcli_cache",
      value = "the list of drives has another key in each command, and one key is a number as well")
  void theKeyOfAListDiffersByCommand() throws Refusal {
    for (String key : List.of("VD LIST", "Virtual Drives", "/c0/v1", "anything")) {
      String json =
          "{\"Controllers\": [{\"Response Data\": {\"" + key + "\": [{\"DG/VD\": \"0/3\"}]}}]}";
      assertThat(read(json).drives()).as(key).extracting(Drive::number).containsExactly(3);
    }
    assertThat(read("{\"Controllers\": [{\"Response Data\": {\"Virtual Drives\": 4}}]}").drives())
        .isEmpty();
  }

  @Test
  @Trap(types = "storcli_cache", value = "JSON is ignored, and text comes in its place")
  void textIsReadWhereJsonIsIgnored() throws Refusal {
    Controller controller = read(TEXT);
    assertThat(controller.failed()).isFalse();
    assertThat(controller.drives())
        .containsExactly(
            new Drive(
                7,
                Optional.of(12),
                "RAID1",
                "Optl",
                policy(Read.ADRA, Write.AWB, true),
                Optional.of(Write.WT),
                Optional.of(DiskCache.DEFAULT),
                "a b"));
  }

  @Test
  @Trap(types = "storcli_cache", value = "an exit of 0 hides a drive that was refused")
  void whatIsSetIsJudgedDriveByDrive() throws Refusal {
    String text =
        """
        Controller = 0
        Status = Failure
        Description = None
        Detailed Status :
        ===============
        ---------------------------------------
        VD Property Value Status  ErrCd ErrMsg
        ---------------------------------------
         0 wrCache  WB    Success     0 -
         1 wrCache  WB    Failed    255 not allowed
         2 wrCache  WB    Success     - -
        ---------------------------------------
        """;
    assertThat(read(text).details())
        .extracting(Storcli.Detail::what, Storcli.Detail::failed, Storcli.Detail::code)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("0", false, 0),
            org.assertj.core.groups.Tuple.tuple("1", true, 255),
            org.assertj.core.groups.Tuple.tuple("2", false, 0));
    assertThat(read(text).reason()).isEqualTo("Failure: not allowed (ErrCd 255)");
  }

  /** A row for each property, or one row for all; and what a second controller says is its own. */
  @Test
  void packsAreReadOfBothFormsOfText() throws Refusal {
    String text =
        """
        Controller = 0
        Status = Success
        Description = None
        Support = a
        Support = b

        Cachevault_Info :
        ===============

        --------------------
        Property    Value
        --------------------
        Type        CVPM02
        State       Optimal
        --------------------

        Firmware_Status :
        ===============

        ---------------------------------------
        Property                         Value
        ---------------------------------------
        Replacement required             Yes
        No space to cache offload        No
        ---------------------------------------

        Controller = 1
        Status = Success
        Description = None

        BBU_Info :
        ========

        ------------------------------------------------
        Model   State   RetentionTime Temp Mode MfgDate
        ------------------------------------------------
        iBBU08  Failed  48+ hours     31C  -    2012/04/04
        -
        ------------------------------------------------

        Schedule :
        ========
        Replacement required             Yes
        """;
    assertThat(Storcli.parse(text).controllers())
        .extracting(Controller::packs)
        .containsExactly(
            List.of(new Storcli.Pack("CacheVault", "Optimal", true)),
            List.of(new Storcli.Pack("battery", "Failed", false)));
  }

  @Test
  void otherTextsAreRefusedWithTheirFirstLine() {
    assertThatThrownBy(() -> Storcli.parse("\nsh: not found\n"))
        .hasMessage("the answer is `sh: not found`");
    assertThatThrownBy(() -> Storcli.parse("")).hasMessage("the answer is empty");
    assertThatThrownBy(() -> Storcli.parse("{")).hasMessage("the answer is not JSON");
    assertThatThrownBy(() -> Storcli.parse("{}")).hasMessage("the answer speaks of no controllers");
  }

  @Property(tries = 400)
  void damageIsNeverACrash(
      @ForAll @IntRange(max = 700) int from,
      @ForAll @IntRange(max = 40) int length,
      @ForAll String put,
      @ForAll boolean json) {
    String text = json ? JSON : TEXT;
    int start = Math.min(from, text.length());
    String damaged =
        text.substring(0, start) + put + text.substring(Math.min(start + length, text.length()));
    try {
      assertThat(Storcli.parse(damaged).controllers()).isNotEmpty();
    } catch (Refusal said) {
      assertThat(said.getMessage()).isNotBlank();
    }
  }
}
