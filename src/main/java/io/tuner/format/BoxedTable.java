package io.tuner.format;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A result of the mysql or obclient program, in the form of a boxed table, of rows one column a
 * line ({@code \G}), or tab-separated ({@code --batch}). Columns are found by their headings, whose
 * number differs by server version.
 *
 * @param rows in order; none for an empty set
 */
public record BoxedTable(List<Row> rows) {
  private static final Pattern BORDER = Pattern.compile("\\+(?:-+\\+)+");
  private static final Pattern ROW_HEADING = Pattern.compile("\\*+ [0-9]+\\. row \\*+");
  private static final Pattern FOOTER =
      Pattern.compile("[0-9]+ rows? in set.*|Empty set.*|Query OK.*|Bye|Records: .*");
  private static final Pattern ERROR = Pattern.compile("(?m)^ERROR [0-9]+.*$");

  /** How programs count the width of a text: in columns of a terminal, characters, or bytes. */
  private static final List<ToIntFunction<String>> WIDTHS =
      List.of(
          BoxedTable::columns,
          text -> text.codePointCount(0, text.length()),
          text -> text.getBytes(StandardCharsets.UTF_8).length);

  /** One row: text by heading; {@code NULL} is absent. */
  public record Row(Map<String, Optional<String>> cells) {
    /** The text of a column; empty where it is NULL, or there is no such column. */
    public Optional<String> get(String column) {
      return cells.getOrDefault(column, Optional.empty());
    }

    /** Whether the table has this column. */
    public boolean has(String column) {
      return cells.containsKey(column);
    }
  }

  /** Rows in the given order. */
  public BoxedTable {
    rows = List.copyOf(rows);
  }

  /**
   * Reads the first table of an output in either form.
   *
   * @throws Refusal if the output holds an error of the server or client, which is its message, or
   *     a row that does not fit its heading
   */
  public static BoxedTable parse(String text) throws Refusal {
    checkError(text);
    List<String> lines = Line.split(text).stream().map(Line::text).toList();
    for (int i = 0; i < lines.size(); i++) {
      if (BORDER.matcher(lines.get(i)).matches()) {
        return boxed(lines.subList(i, lines.size()));
      }
      if (ROW_HEADING.matcher(lines.get(i)).matches()) {
        return vertical(lines.subList(i, lines.size()));
      }
    }
    return new BoxedTable(List.of());
  }

  /**
   * Reads an output of {@code --batch}: a line of headings, then rows; no output is an empty set.
   *
   * @throws Refusal as {@link #parse}
   */
  public static BoxedTable parseBatch(String text) throws Refusal {
    checkError(text);
    List<Line> lines = Line.split(text);
    List<Row> rows = new ArrayList<>();
    for (int i = 1; i < lines.size(); i++) {
      List<String> cells = new ArrayList<>();
      for (String cell : lines.get(i).text().split("\t", -1)) {
        cells.add(unescaped(cell));
      }
      rows.add(row(List.of(lines.get(0).text().split("\t", -1)), cells));
    }
    return new BoxedTable(rows);
  }

  private static String unescaped(String cell) {
    return Pattern.compile("\\\\(.)", Pattern.DOTALL)
        .matcher(cell)
        .replaceAll(
            escape ->
                Matcher.quoteReplacement(
                    switch (escape.group(1)) {
                      case "n" -> "\n";
                      case "t" -> "\t";
                      case "0" -> "\0";
                      default -> escape.group(1);
                    }));
  }

  private static void checkError(String text) throws Refusal {
    Matcher error = ERROR.matcher(text);
    if (error.find()) {
      throw new Refusal(error.group().strip());
    }
  }

  private static BoxedTable boxed(List<String> lines) throws Refusal {
    List<Integer> widths = new ArrayList<>();
    for (String dashes : lines.get(0).substring(1, lines.get(0).length() - 1).split("\\+")) {
      widths.add(dashes.length());
    }
    List<String> headings = null;
    List<Row> rows = new ArrayList<>();
    String open = "";
    int borders = 0;
    for (String line : lines) {
      if (open.isEmpty() && line.equals(lines.get(0))) {
        borders++;
        if (borders == 3) {
          break;
        }
        continue;
      }
      String candidate = open.isEmpty() ? line : open + "\n" + line;
      List<String> cells = cells(candidate, widths);
      if (cells.isEmpty()) {
        open = candidate;
      } else if (headings == null) {
        headings = cells;
        open = "";
      } else {
        rows.add(row(headings, cells));
        open = "";
      }
    }
    if (!open.isEmpty() || headings == null) {
      throw new Refusal("a row of the table does not fit its heading");
    }
    return new BoxedTable(rows);
  }

  private static List<String> cells(String line, List<Integer> widths) {
    for (ToIntFunction<String> width : WIDTHS) {
      List<String> cells = cells(line, widths, width);
      if (!cells.isEmpty()) {
        return cells;
      }
    }
    if (!line.startsWith("|") || !line.endsWith("|")) {
      return List.of();
    }
    String[] parts = line.substring(1, line.length() - 1).split("\\|", -1);
    List<String> stripped = new ArrayList<>();
    for (String part : parts) {
      stripped.add(part.strip());
    }
    return parts.length == widths.size() ? stripped : List.of();
  }

  private static List<String> cells(
      String line, List<Integer> widths, ToIntFunction<String> measure) {
    List<String> cells = new ArrayList<>();
    int at = 0;
    for (int width : widths) {
      int end = at + 1;
      int used = 0;
      while (end < line.length() && used < width) {
        int next = end + Character.charCount(line.codePointAt(end));
        used += measure.applyAsInt(line.substring(end, next));
        end = next;
      }
      boolean fits = used == width && end < line.length();
      if (!fits || line.charAt(at) != '|' || line.charAt(end) != '|') {
        return List.of();
      }
      cells.add(line.substring(at + 1, end).strip());
      at = end;
    }
    return at == line.length() - 1 ? cells : List.of();
  }

  /** Columns of a terminal: two for East Asian wide characters (Unicode Annex 11). */
  private static int columns(String text) {
    return text.codePoints().map(c -> isWide(c) ? 2 : 1).sum();
  }

  private static boolean isWide(int c) {
    return c >= 0x1100 && c <= 0x115f
        || c >= 0x2e80 && c <= 0xa4cf
        || c >= 0xac00 && c <= 0xd7a3
        || c >= 0xf900 && c <= 0xfaff
        || c >= 0xfe30 && c <= 0xfe6f
        || c >= 0xff00 && c <= 0xff60
        || c >= 0xffe0 && c <= 0xffe6
        || c >= 0x1f300 && c <= 0x1faff
        || c >= 0x20000 && c <= 0x3fffd;
  }

  private static BoxedTable vertical(List<String> lines) {
    List<Row> rows = new ArrayList<>();
    Map<String, String> cells = new LinkedHashMap<>();
    String last = "";
    int colon = -1;
    for (String line : lines) {
      if (ROW_HEADING.matcher(line).matches() || FOOTER.matcher(line).matches()) {
        add(rows, cells);
        cells = new LinkedHashMap<>();
        colon = -1;
        if (FOOTER.matcher(line).matches()) {
          break;
        }
        continue;
      }
      colon = colon < 0 ? line.indexOf(": ") : colon;
      if (colon >= 0 && line.length() > colon && line.charAt(colon) == ':') {
        last = line.substring(0, colon).strip();
        cells.put(last, line.substring(Math.min(colon + 2, line.length())));
      } else if (cells.containsKey(last)) {
        cells.put(last, cells.get(last) + "\n" + line);
      }
    }
    add(rows, cells);
    return new BoxedTable(rows);
  }

  private static void add(List<Row> rows, Map<String, String> cells) {
    if (!cells.isEmpty()) {
      Map<String, Optional<String>> row = new LinkedHashMap<>();
      cells.forEach((name, value) -> row.put(name, cell(value)));
      rows.add(new Row(row));
    }
  }

  private static Row row(List<String> headings, List<String> cells) throws Refusal {
    if (headings.size() != cells.size()) {
      throw new Refusal("a row of the table does not fit its heading");
    }
    Map<String, Optional<String>> row = new LinkedHashMap<>();
    for (int i = 0; i < cells.size(); i++) {
      row.put(headings.get(i), cell(cells.get(i)));
    }
    return new Row(row);
  }

  private static Optional<String> cell(String text) {
    return text.equals("NULL") ? Optional.empty() : Optional.of(text);
  }
}
