package io.tuner.apply;

import io.tuner.host.Exec;
import io.tuner.host.Received;
import io.tuner.host.Streams;
import io.tuner.resource.Step;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** Sends files of the control machine into a change, each when the host asks for it. */
final class Sending {

  private static final int CHUNK = 1 << 16;

  private Sending() {}

  /** Sends them in their order; a change that ends before it asks for one gets none. */
  static void send(Exec exec, String token, List<Step.Send> sends, Duration limit)
      throws IOException, InterruptedException {
    byte[] asks = ascii("\n" + token + " SEND\n");
    byte[] ends = ascii("\n" + token + " END\n");
    for (Step.Send send : sends) {
      Streams.Fence asked = Streams.Fence.out(asks);
      Streams.Outcome outcome =
          exec.streams().await(asked.or(Streams.Fence.out(ends)), limit);
      Received out = exec.streams().out();
      long at = out.find(asks, out.taken());
      if (outcome != Streams.Outcome.FENCE || at < 0) {
        return;
      }
      out.take(at + asks.length);
      send(exec, send);
    }
  }

  private static void send(Exec exec, Step.Send send) throws IOException {
    try (InputStream file = Files.newInputStream(Path.of(send.file().path()))) {
      byte[] buffer = new byte[CHUNK];
      long left = send.file().size();
      while (left > 0) {
        int count = file.read(buffer, 0, (int) Math.min(left, buffer.length));
        if (count < 0) {
          throw new IOException(send.file().path() + " became shorter while it was sent");
        }
        exec.send(Arrays.copyOf(buffer, count));
        left -= count;
      }
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
