package io.tuner.format;

import io.tuner.text.ByteSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The answer to {@code SHOW PARAMETERS}: a row for each observer, found by its headings, for there
 * are 12 columns up to version 4.0 and 14 since 4.2 (OceanBase reference, SHOW PARAMETERS).
 *
 * @param rows in the order of the answer; none where no parameter is called so
 */
public record ServerParameters(List<Row> rows) {

  /**
   * A parameter on one observer.
   *
   * @param observer address and RPC port, {@code 192.0.2.11:2882}, as ALTER SYSTEM names it
   * @param zone it belongs to
   * @param name the parameter's
   * @param value in effect; empty text where it is NULL
   * @param scope {@code CLUSTER} or {@code TENANT}
   * @param level {@code DYNAMIC_EFFECTIVE}, {@code STATIC_EFFECTIVE} (with the next start), {@code
   *     READONLY}
   */
  public record Row(
      String observer, String zone, String name, String value, String scope, String level) {

    public boolean isStatic() {
      return level.toUpperCase(Locale.ROOT).startsWith("STATIC");
    }

    public boolean isReadOnly() {
      return level.toUpperCase(Locale.ROOT).startsWith("READONLY");
    }
  }

  /** Rows in the given order. */
  public ServerParameters {
    rows = List.copyOf(rows);
  }

  /**
   * Reads a table in any of its forms.
   *
   * @throws Refusal where the server or the client said an error, or a column lacks that is needed
   */
  public static ServerParameters of(BoxedTable table) throws Refusal {
    List<Row> rows = new ArrayList<>();
    for (BoxedTable.Row row : table.rows()) {
      rows.add(
          new Row(
              needed(row, "svr_ip") + ":" + needed(row, "svr_port"),
              row.get("zone").orElse(""),
              needed(row, "name"),
              row.has("value") ? row.get("value").orElse("") : needed(row, "value"),
              row.get("scope").orElse(""),
              row.get("edit_level").orElse("")));
    }
    return new ServerParameters(rows);
  }

  /** The rows of this very parameter: to LIKE an underscore stands for any character. */
  public ServerParameters named(String name) {
    return new ServerParameters(rows.stream().filter(row -> row.name.equals(name)).toList());
  }

  /**
   * A word as a pattern of LIKE that finds nothing but itself.
   *
   * @param word a parameter's name
   */
  public static String pattern(String word) {
    return word.replace("\\", "\\\\").replace("_", "\\_").replace("%", "\\%");
  }

  /**
   * Whether two values are one for the server, which writes {@code true} as {@code True} and may
   * show 64G as 65536M.
   */
  public static boolean same(String one, String other) {
    return one.equalsIgnoreCase(other) || size(one).isPresent() && size(one).equals(size(other));
  }

  private static Optional<ByteSize> size(String text) {
    if (!text.matches("[0-9]{1,12}[kKmMgGtTpP][bB]?")) {
      return Optional.empty();
    }
    try {
      return Optional.of(ByteSize.parse(text));
    } catch (IllegalArgumentException tooLarge) {
      return Optional.empty();
    }
  }

  private static String needed(BoxedTable.Row row, String column) throws Refusal {
    return row.get(column)
        .orElseThrow(() -> new Refusal("the answer has no column `" + column + "`"));
  }
}
