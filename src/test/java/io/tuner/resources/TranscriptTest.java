package io.tuner.resources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tuner.resource.Content;
import io.tuner.resource.Probe;
import io.tuner.resource.Read;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TranscriptTest {

  @ParameterizedTest
  @ValueSource(
      strings = {"", "\n", "a", "a\n", "a\n\nb \n", " \t\n", "\\\n", "$ x$\n", "base64 eA==\n"})
  void aBlockGivesBackItsBytes(String text) {
    Content content = Content.of(text);
    assertThat(Block.parse(Block.show(content), '|')).isEqualTo(content);
    assertThat(Block.show(content)).noneMatch(line -> line.endsWith(" "));
  }

  @Test
  void aBlockHoldsBytesThatAreNoText() {
    Content content = Content.of(new byte[] {0, (byte) 0xff, 10});
    assertThat(Block.parse(Block.show(content), '|')).isEqualTo(content);
  }

  @Test
  void expectationsAreWrittenAndTheRestStays() {
    String text = "prose\nexample: true\n\n=== task\na: b\n\n=== readings\n\n=== plan\nold\n";
    Transcript transcript = Transcript.parse(Path.of("t/c.txt"), text);
    assertThat(transcript.isExample()).isTrue();
    assertThat(transcript.with(Map.of("plan", List.of("new"))).text())
        .isEqualTo(text.replace("old", "new"));
  }

  @Test
  void aWrittenHostAnswersWhatIsWritten() throws Exception {
    WrittenHost host =
        new WrittenHost(
            """
            file /sys/block/sda/queue/scheduler:
            | [none] mq-deadline
            file /etc/shadow: refused Permission denied
            attributes /mnt: directory 0755 root root 0 0 4096
            link /dev/disk/by-id/a: /dev/sda
            run ethtool -c eth0: exit 81
            | Coalesce
            ! no such device
            process unit db.service:
            pid 7:
            inner status:
            | Name: db
            inner maps: refused Permission denied
            get https://bmc/Bios: status 404
            > ETag: "1"
            | {}
            """
                .lines()
                .toList());
    Read.Selector unit = new Read.Selector(Read.Selector.Kind.UNIT, "db.service");
    Read.Http request =
        new Read.Http(
            "GET",
            "https://bmc/Bios",
            "u",
            io.tuner.text.Secret.of("p"),
            true,
            Map.of(),
            Optional.empty(),
            List.of());
    Readings readings =
        host.answer(
            Probe.NOTHING
                .glob("/sys/block/*/queue/scheduler")
                .file("/etc/shadow")
                .file("/nowhere")
                .attributes("/mnt")
                .link("/dev/disk/by-id/a")
                .run("ethtool", "-c", "eth0")
                .process(unit, "status", "maps")
                .and(request));
    assertThat(readings.glob("/sys/block/*/queue/scheduler"))
        .containsOnlyKeys("/sys/block/sda/queue/scheduler");
    assertThat(readings.file("/etc/shadow")).isEqualTo(new Reading.Refused<>("Permission denied"));
    assertThat(readings.line("/nowhere")).isEmpty();
    assertThat(readings.attributes("/mnt").known("").orElseThrow().mode()).isEqualTo("0755");
    assertThat(readings.link("/dev/disk/by-id/a").known("")).contains("/dev/sda");
    assertThat(readings.run("ethtool", "-c", "eth0").known(""))
        .contains(new Readings.Output("ethtool", 81, "Coalesce\n", "no such device\n"));
    Readings.Found found = readings.processes(unit, "status", "maps").get(0);
    assertThat(found.pid()).isEqualTo(7);
    assertThat(found.files().get("status"))
        .isEqualTo(new Reading.Present<>(Content.of("Name: db\n")));
    assertThat(found.files().get("maps")).isInstanceOf(Reading.Refused.class);
    assertThat(readings.answer(request).known("").orElseThrow().headers())
        .containsEntry("etag", "\"1\"");
    assertThat(host.unasked()).isEmpty();
  }

  @Test
  void aWrittenHostKnowsWhatItWasNotTold() {
    WrittenHost host = new WrittenHost(List.of("file /a: absent"));
    assertThatThrownBy(() -> host.answer(Probe.NOTHING.run("ethtool", "-c", "eth0")))
        .hasMessage("the transcript lacks `run ethtool -c eth0:`");
    assertThat(host.unasked()).containsExactly("file /a");
  }
}
