package io.tuner.apply;

import io.tuner.host.ControllerRequest;
import io.tuner.host.Exec;
import io.tuner.host.Received;
import io.tuner.host.Streams;
import io.tuner.resource.Script;
import io.tuner.resource.Step;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * What the control machine does in the middle of a change, each when the host asks for it: it sends
 * files, and requests to management controllers. So these too are done only after the host has
 * written the change down.
 */
final class Sending {

  private static final int CHUNK = 1 << 16;

  private final Exec exec;
  private final byte[] sends;
  private final byte[] asks;
  private final byte[] ends;
  private final Duration limit;

  private Sending(Exec exec, String token, Duration limit) {
    this.exec = exec;
    this.sends = ascii("\n" + token + " SEND\n");
    this.asks = ascii("\n" + token + " ASK ");
    this.ends = ascii("\n" + token + " END\n");
    this.limit = limit;
  }

  /** Does it in the order it is asked for; a change that ends before it asks for one gets none. */
  static void send(Exec exec, String token, Script script, Duration limit)
      throws IOException, InterruptedException {
    List<Step.Request> requests = StepShell.requests(script);
    Iterator<Step.Send> files = StepShell.sends(script).iterator();
    Sending sending = new Sending(exec, token, limit);
    while (files.hasNext() || !requests.isEmpty()) {
      Optional<String> asked = sending.asked();
      if (asked.isEmpty()) {
        return;
      }
      if (asked.get().isEmpty()) {
        sending.send(files.next());
      } else {
        sending.request(requests.get(Integer.parseInt(asked.get())));
      }
    }
  }

  /** The number of the request asked for, nothing for a file; empty where the change has ended. */
  private Optional<String> asked() throws InterruptedException {
    Received out = exec.streams().out();
    Streams.Fence fence =
        Streams.Fence.out(sends).or(Streams.Fence.out(asks)).or(Streams.Fence.out(ends));
    Streams.Outcome outcome = exec.streams().await(fence, limit);
    long file = out.find(sends, out.taken());
    long number = out.find(asks, out.taken());
    if (outcome != Streams.Outcome.FENCE || file < 0 && number < 0) {
      return Optional.empty();
    }
    if (number < 0 || file >= 0 && file < number) {
      out.take(file + sends.length);
      return Optional.of("");
    }
    byte[] lineEnd = {'\n'};
    long from = number + asks.length;
    exec.streams().await((o, e) -> o.find(lineEnd, from) >= 0, limit);
    long to = out.find(lineEnd, from);
    if (to < 0) {
      return Optional.empty();
    }
    String word = new String(out.copy(from, to), StandardCharsets.US_ASCII);
    out.take(to + 1);
    return Optional.of(word);
  }

  private void request(Step.Request request) throws IOException, InterruptedException {
    Optional<String> failure = ControllerRequest.failure(request, limit);
    String line = failure.map(words -> words.replaceAll("\\R", " ")).orElse("");
    exec.send(
        ((failure.isPresent() ? 1 : 0) + "\n" + line + "\n").getBytes(StandardCharsets.UTF_8));
  }

  private void send(Step.Send send) throws IOException {
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
