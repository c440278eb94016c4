package io.tuner.resources;

import io.tuner.format.IniFile;
import io.tuner.format.Refusal;
import io.tuner.resource.Content;
import io.tuner.resource.Knob;
import io.tuner.resource.Script;
import io.tuner.text.ByteSize;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * nodeos' {@code config.ini}, as far as it speaks of the state: options before any section, of
 * which a {@code #} ends the value too.
 *
 * @param path on the host
 * @param content whole; empty where there is no such file
 */
record NodeosConfig(String path, Optional<Content> content) {

  private static final String MODE = "database-map-mode";
  private static final String SIZE = "chain-state-db-size-mb";

  /** What a task sets in it, whatever the host is. */
  static Map<Knob, String> claims(NodeosState task) {
    Map<Knob, String> claims = new TreeMap<>(Map.of(knob(task, SIZE), megabytes(task.size())));
    if (!isUsual(task)) {
      claims.put(knob(task, MODE), task.mode().word());
    }
    return claims;
  }

  /** The mode that nodeos has where nobody says one is written nowhere, and must be so. */
  static Map<Knob, String> needs(NodeosState task) {
    return isUsual(task) ? Map.of(knob(task, MODE), task.mode().word()) : Map.of();
  }

  static boolean isUsual(NodeosState task) {
    return task.mode().word().equals("mapped");
  }

  /** The knob that an option is to every type. */
  static Knob knob(NodeosState task, String option) {
    return Knob.of("config", task.config(), option);
  }

  /** A size as an option has it, in MiB. */
  static String megabytes(ByteSize size) {
    return Long.toString(size.bytes() >> 20);
  }

  /** The size that nodeos has by these, in MiB; 1024 where nobody says (nodeos --help). */
  static long megabytes(ChainState.Persistent persistent) {
    String said = persistent.chain_state_db_size_mb().map(Values::toString).orElse("");
    return said.matches("[0-9]{1,12}") ? Long.parseLong(said) : 1024;
  }

  /** What it says of the state, beside what fstab does. */
  ChainState.Persistent with(Optional<MountState.Entry> fstab) {
    return new ChainState.Persistent(values(MODE), values(SIZE), fstab);
  }

  private Optional<Values> values(String option) {
    EditedFile.Text text = EditedFile.text(content);
    return Values.some(ini(text).values("", option).stream().map(text::value).toList());
  }

  /** The value of an option that counts once, the last one. */
  Optional<String> value(String option) {
    return ini(EditedFile.text(content)).get("", option);
  }

  /** The file when it holds what is wanted; all else of it stays. */
  Optional<Content> edited(ChainState.Persistent wanted) throws Refusal {
    return EditedFile.edited(content, edit(wanted));
  }

  /** Whether both say the same in this file. */
  static boolean isSame(ChainState.Persistent one, ChainState.Persistent other) {
    return one.database_map_mode().equals(other.database_map_mode())
        && one.chain_state_db_size_mb().equals(other.chain_state_db_size_mb());
  }

  /** The way from what it says to what another text says. */
  Script to(Optional<Content> other, ChainState.Persistent from, ChainState.Persistent to) {
    return isSame(from, to)
        ? Script.empty()
        : new EditedFile(path, content).to(other, edit(from), edit(to));
  }

  private static EditedFile.Edit edit(ChainState.Persistent wanted) {
    return text -> {
      IniFile ini = set(ini(text), MODE, wanted.database_map_mode());
      return set(ini, SIZE, wanted.chain_state_db_size_mb()).text();
    };
  }

  private static IniFile ini(EditedFile.Text text) {
    return IniFile.parse(text.all(), IniFile.Style.INLINE_COMMENTS);
  }

  private static IniFile set(IniFile ini, String option, Optional<Values> values) throws Refusal {
    return values.isEmpty() ? ini.without("", option) : ini.withAll("", option, values.get().all());
  }
}
