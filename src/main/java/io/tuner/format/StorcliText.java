package io.tuner.format;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The text form of {@link Storcli}: {@code key = value} lines and tables between dashed rules. */
final class StorcliText {

  private static final Pattern DRIVE =
      Pattern.compile(
          "\\s*((?:[0-9]{1,6}|-)/)?([0-9]{1,6})\\s+(\\S+)\\s+(\\S+)\\s+\\S+\\s+\\S+\\s+(\\S+)(\\s.*)?");
  private static final Pattern PROPERTIES =
      Pattern.compile("VD ?([0-9]{1,6}) Properties(?: ?:)?\\s*");
  private static final Pattern DETAIL =
      Pattern.compile("\\s*(\\S+)\\s.*?(Success|Failure|Failed)\\s+(-|[0-9]{1,6})\\s+(.*)");
  private static final Pattern SECTION = Pattern.compile("(\\S.*?) ?:\\s*");

  private final List<Storcli.Controller> done = new ArrayList<>();
  private Map<String, String> facts = new HashMap<>();
  private List<Row> rows = new ArrayList<>();
  private Map<Integer, Map<String, String>> properties = new HashMap<>();
  private Map<String, String> packs = new HashMap<>();
  private List<Storcli.Detail> details = new ArrayList<>();
  private String section = "";
  private String heading = "";

  private record Row(Matcher match, String name) {}

  private StorcliText() {}

  static Storcli parse(String text) throws Refusal {
    StorcliText reader = new StorcliText();
    text.lines().forEach(reader::line);
    reader.finish();
    if (reader.done.isEmpty()) {
      String first = text.lines().filter(line -> !line.isBlank()).findFirst().orElse("");
      throw new Refusal(first.isEmpty() ? "the answer is empty" : "the answer is `" + first + "`");
    }
    return new Storcli(List.copyOf(reader.done));
  }

  private void line(String line) {
    if (line.isBlank() || line.matches("[-=]{3,}\\s*")) {
      return;
    }
    int equals = line.indexOf(" = ");
    Matcher properly = PROPERTIES.matcher(line);
    if (properly.matches()) {
      section = properly.group(1);
      properties.put(Integer.valueOf(section), new HashMap<>());
    } else if (equals < 0 && SECTION.matcher(line).matches() && !line.contains("|")) {
      section = line.replaceFirst(" ?:\\s*$", "").strip();
      heading = "";
    } else if (equals > 0) {
      fact(line.substring(0, equals).strip(), line.substring(equals + 3).strip());
    } else if (line.startsWith("DG/VD") || line.contains("ErrCd")) {
      heading = line;
    } else {
      row(line);
    }
  }

  private void fact(String key, String value) {
    if (key.equals("Status") && facts.containsKey(key)) {
      finish();
    }
    if (section.matches("[0-9]{1,6}")) {
      properties
          .computeIfAbsent(Integer.valueOf(section), number -> new HashMap<>())
          .putIfAbsent(key, value);
    } else {
      facts.putIfAbsent(key, value);
    }
  }

  private void row(String line) {
    Matcher drive = DRIVE.matcher(line);
    Matcher detail = DETAIL.matcher(line);
    if (heading.startsWith("DG/VD") && drive.matches()) {
      int name = heading.indexOf("Name");
      rows.add(new Row(drive, name > 0 && line.length() > name ? line.substring(name) : ""));
    } else if (heading.contains("ErrCd") && detail.matches()) {
      String code = detail.group(3);
      details.add(
          new Storcli.Detail(
              detail.group(1),
              !detail.group(2).equals("Success"),
              code.equals("-") ? 0 : Integer.parseInt(code),
              detail.group(4).strip()));
    } else if (Storcli.kind(section).isPresent()) {
      pack(line);
    } else if (section.endsWith("Firmware_Status") && line.startsWith("Replacement required")) {
      packs.put("replace", line.replaceFirst("Replacement required\\s*", "").strip());
    }
  }

  /** A row for each property, or one row below a heading of all of them. */
  private void pack(String line) {
    int column = heading.indexOf("State");
    if (line.matches("State\\s+\\S.*")) {
      packs.put(section, line.substring(5).strip());
    } else if (line.matches("Model\\s+State\\s.*")) {
      heading = line;
    } else if (column > 0 && line.length() > column) {
      packs.put(section, line.substring(column).strip().split("\\s{1,}")[0]);
    }
  }

  /** What was read so far is all that was said of one controller. */
  private void finish() {
    if (facts.containsKey("Status") || !rows.isEmpty() || !details.isEmpty()) {
      List<Storcli.Drive> drives = new ArrayList<>();
      rows.forEach(row -> drives.add(drive(row)));
      List<Storcli.Pack> all = new ArrayList<>();
      boolean replace = "yes".equalsIgnoreCase(packs.get("replace"));
      packs.forEach(
          (name, state) ->
              Storcli.kind(name)
                  .ifPresent(kind -> all.add(new Storcli.Pack(kind, state, replace))));
      done.add(
          new Storcli.Controller(
              "Failure".equals(facts.get("Status")),
              facts.getOrDefault("Description", ""),
              facts.getOrDefault("Product Name", facts.getOrDefault("Model", "")),
              List.copyOf(drives),
              List.copyOf(all),
              List.copyOf(details)));
    }
    facts = new HashMap<>();
    rows = new ArrayList<>();
    properties = new HashMap<>();
    packs = new HashMap<>();
    details = new ArrayList<>();
    section = "";
    heading = "";
  }

  private Storcli.Drive drive(Row row) {
    int number = Integer.parseInt(row.match().group(2));
    Map<String, String> more = properties.getOrDefault(number, Map.of());
    String group = Optional.ofNullable(row.match().group(1)).orElse("");
    return new Storcli.Drive(
        number,
        Storcli.group((group + number).split("/", 2)),
        row.match().group(3),
        row.match().group(4),
        CachePolicy.of(row.match().group(5)),
        CachePolicy.write(more.getOrDefault("Write Cache(initial setting)", "")),
        Storcli.diskCache(more.getOrDefault("Disk Cache Policy", "")),
        row.name().strip());
  }
}
