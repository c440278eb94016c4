package io.tuner.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;

class StreamsTest {

  private static void add(Streams streams, Received to, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    streams.append(to, bytes, 0, bytes.length);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Property
  void whatIsTakenIsWhatCameHoweverItIsCut(
      @ForAll @Size(max = 20) List<@AlphaChars @StringLength(max = 9000) String> parts,
      @ForAll @IntRange(min = 1, max = 20_000) int step) {
    Streams streams = new Streams(1 << 20);
    StringBuilder sent = new StringBuilder();
    ByteArrayOutputStream taken = new ByteArrayOutputStream();
    for (String part : parts) {
      add(streams, streams.out(), part);
      sent.append(part);
      long to = Math.min(streams.out().received(), streams.out().taken() + step);
      taken.writeBytes(streams.out().take(to));
    }
    taken.writeBytes(streams.out().takeAll());
    assertThat(taken.toString(StandardCharsets.UTF_8)).isEqualTo(sent.toString());
    assertThat(streams.out().taken()).isEqualTo(sent.length());
    assertThat(streams.out().head()).isEqualTo(sent.substring(0, Math.min(4096, sent.length())));
  }

  @Property
  boolean aFenceIsFoundHoweverItArrives(
      @ForAll @AlphaChars @StringLength(max = 40) String before,
      @ForAll @IntRange(min = 1, max = 7) int size)
      throws InterruptedException {
    Streams streams = new Streams(1 << 20);
    Streams.Fence fence = Streams.Fence.both(bytes("\n#END\n"), bytes("\n#\n"));
    String whole = before + "\n#EN\n#END\n";
    add(streams, streams.err(), before + "\n");
    for (int i = 0; i < whole.length(); i += size) {
      if (streams.await(fence, Duration.ZERO) != Streams.Outcome.TIMEOUT) {
        return false;
      }
      add(streams, streams.out(), whole.substring(i, Math.min(whole.length(), i + size)));
    }
    add(streams, streams.err(), "#\n");
    return streams.await(fence, Duration.ZERO) == Streams.Outcome.FENCE
        && streams.out().find(bytes("\n#END\n"), 0) == before.length() + 4;
  }

  @Test
  void aFenceThatIsThereWinsOverTheEndAndTheFlood() throws Exception {
    Streams streams = new Streams(10);
    add(streams, streams.out(), "END");
    add(streams, streams.err(), "12345678");
    assertThat(streams.await(Streams.Fence.out(bytes("END")), Duration.ZERO))
        .isEqualTo(Streams.Outcome.FENCE);
    assertThat(streams.await(Streams.Fence.out(bytes("NOT")), Duration.ZERO))
        .isEqualTo(Streams.Outcome.FLOODED);
    assertThat(streams.err().received()).isZero();
    Streams ended = new Streams(10);
    add(ended, ended.out(), "END");
    ended.close();
    assertThat(ended.await(Streams.Fence.out(bytes("END")), Duration.ZERO))
        .isEqualTo(Streams.Outcome.FENCE);
    assertThat(ended.await(Streams.Fence.out(bytes("NOT")), Duration.ZERO))
        .isEqualTo(Streams.Outcome.CLOSED);
  }

  @Test
  void whatIsTakenMakesRoom() {
    Streams streams = new Streams(10);
    for (int i = 0; i < 100; i++) {
      assertThat(streams.append(streams.out(), new byte[9], 0, 9)).isTrue();
      streams.out().takeAll();
    }
    assertThat(streams.out().received()).isEqualTo(900);
  }

  @Test
  void waitingEndsWhenTheBytesCome() throws Exception {
    Streams streams = new Streams(100);
    Thread writer = new Thread(() -> add(streams, streams.out(), "now"));
    writer.start();
    assertThat(streams.await(Streams.Fence.out(bytes("now")), Scripts.LIMIT))
        .isEqualTo(Streams.Outcome.FENCE);
    writer.join();
  }
}
