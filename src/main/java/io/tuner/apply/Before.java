package io.tuner.apply;

import io.tuner.probe.HostShell;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What surrounds a change.
 *
 * @param notified handlers to remember before it, by file name
 * @param done the handler that is done with it
 * @param undone the journal entries ({@code RUN/NNNN}) it takes back, oldest first
 * @param back what takes it back where nobody confirms it, as commands
 */
record Before(
    Map<String, String> notified, Optional<String> done, List<String> undone, String back) {
  static final Before NOTHING = new Before(Map.of(), Optional.empty(), List.of(), ":");

  /**
   * The commands of a change with what surrounds it.
   *
   * @param index of the change, as the journal has it
   * @param change succeeds where the change was made
   */
  String around(String index, String change) {
    StringBuilder around = new StringBuilder();
    notified.forEach(
        (name, handler) ->
            around.append(
                "notified %s %s %s\n"
                    .formatted(HostShell.word(name), HostShell.word(handler), index)));
    around.append("OLD=").append(undone.isEmpty() ? "" : "$S/runs/" + undone.get(0)).append('\n');
    around.append("if ").append(change).append("; then unmake");
    for (int i = undone.size() - 1; i >= 0; i--) {
      around.append(' ').append(undone.get(i));
    }
    String forget = "; rm -f -- \"$S/notified/\"%s \"$S/notified-by/\"%1$s";
    done.map(HostShell::word).ifPresent(name -> around.append(forget.formatted(name)));
    return around.append("; fi\n").toString();
  }
}
