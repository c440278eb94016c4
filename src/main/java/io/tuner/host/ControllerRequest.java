package io.tuner.host;

import com.fasterxml.jackson.jr.ob.JSON;
import io.tuner.resource.Read;
import io.tuner.resource.Readings.Answer;
import io.tuner.resource.Step;
import io.tuner.text.Durations;
import io.tuner.text.Printable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Makes a request that changes something at a management controller: in another form where it
 * refuses the first one, and again while it is busy, for as long as the step says. It waits as the
 * controller asks for (Retry-After, RFC 9110), else five seconds.
 */
public final class ControllerRequest {

  private static final long PAUSE_SECONDS = 5;

  private ControllerRequest() {}

  /**
   * Sends it.
   *
   * @param limit of one answer
   * @return why it was refused, in the controller's own words; empty where it was done
   */
  public static Optional<String> failure(Step.Request step, Duration limit)
      throws InterruptedException {
    ManagementController controller = new ManagementController(limit);
    Read.Http request = step.request();
    Optional<Step.Otherwise> otherwise = step.otherwise();
    long end = System.nanoTime() + step.busy().patience().toNanos();
    while (true) {
      Answer answer;
      try {
        answer = controller.send(request);
      } catch (Unreachable e) {
        return Optional.of(e.getMessage() + e.hint().map(hint -> " (" + hint + ")").orElse(""));
      }
      if (answer.status() / 100 == 2) {
        return Optional.empty();
      }
      if (otherwise.isPresent() && answer.body().contains(otherwise.get().word())) {
        request = otherwise.get().request();
        otherwise = Optional.empty();
        continue;
      }
      long left = end - System.nanoTime();
      boolean busy =
          answer.status() == 503 || step.busy().words().stream().anyMatch(answer.body()::contains);
      if (!busy) {
        return Optional.of(words(answer));
      }
      if (left <= 0) {
        return Optional.of(
            words(answer) + " (asked for " + Durations.show(step.busy().patience()) + ")");
      }
      TimeUnit.NANOSECONDS.sleep(Math.min(left, TimeUnit.SECONDS.toNanos(pause(answer))));
    }
  }

  private static long pause(Answer answer) {
    String asked = answer.headers().getOrDefault("retry-after", "");
    return asked.matches("[0-9]{1,4}") ? Math.max(1, Long.parseLong(asked)) : PAUSE_SECONDS;
  }

  /** The status, and what `@Message.ExtendedInfo` says (DSP0266, "Error responses"). */
  private static String words(Answer answer) {
    List<String> words = new ArrayList<>();
    try {
      Object document = JSON.std.anyFrom(answer.body());
      if (document instanceof Map<?, ?> map && map.get("error") instanceof Map<?, ?> error) {
        if (error.get("@Message.ExtendedInfo") instanceof List<?> infos) {
          infos.forEach(info -> add(info, words));
        }
        if (words.isEmpty()) {
          add(Map.of("Message", String.valueOf(error.get("message"))), words);
        }
      }
    } catch (IOException noJson) {
      // Then the status says it all.
    }
    String all = answer.url() + " answers with status " + answer.status();
    return Printable.of(words.isEmpty() ? all : all + ": " + String.join(" ", words));
  }

  private static void add(Object info, List<String> words) {
    if (info instanceof Map<?, ?> map) {
      for (String key : List.of("Message", "Resolution")) {
        if (map.get(key) instanceof String text && !text.isBlank() && !words.contains(text)) {
          words.add(text.strip());
        }
      }
    }
  }
}
