package io.tuner.format;

import io.tuner.text.Printable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An output of storcli or perccli, in JSON or as text: some versions answer in text whatever they
 * were told (StorCLI Reference Manual, Broadcom). In JSON the list of virtual drives has another
 * key in every command, so that a list is known by what is in it.
 *
 * @param controllers in the order of the output
 */
public record Storcli(List<Controller> controllers) {

  /**
   * What was said of one controller.
   *
   * @param failed true where the command's status is a failure, which may come with all that was
   *     asked for
   * @param description of the status
   * @param model the product's name
   * @param drives the virtual ones
   * @param packs batteries and CacheVaults
   * @param details what was said of each thing that was set or asked for
   */
  public record Controller(
      boolean failed,
      String description,
      String model,
      List<Drive> drives,
      List<Pack> packs,
      List<Detail> details) {
    /**
     * True where the controller does not know the command at all (a plain HBA, a RAID-less mode).
     */
    public boolean isUnsupported() {
      String words = description.toLowerCase(Locale.ROOT);
      return failed && (words.contains("un-supported") || words.contains("unsupported"));
    }

    /** Why it failed, in its words. */
    public String reason() {
      List<String> words = new ArrayList<>();
      words.add(description.isEmpty() || description.equals("None") ? "Failure" : description);
      details.stream()
          .filter(Detail::failed)
          .map(d -> d.message() + " (ErrCd " + d.code() + ")")
          .distinct()
          .forEach(words::add);
      return Printable.of(String.join(": ", words));
    }
  }

  /**
   * A virtual drive.
   *
   * @param number that commands name it by: the one behind the slash of `DG/VD`
   * @param group the one before it, where there is one
   * @param type {@code RAID5}, {@code NytroCache1}
   * @param state {@code Optl}, {@code Dgrd}
   * @param cache what it does now
   * @param initial what it is set to, where that is told
   * @param disks what its disks' own memory is set to, where that is told
   * @param name without the blanks around it
   */
  public record Drive(
      int number,
      Optional<Integer> group,
      String type,
      String state,
      Optional<CachePolicy> cache,
      Optional<CachePolicy.Write> initial,
      Optional<DiskCache> disks,
      String name) {
    /** True for one that is itself a cache of others, on flash of the controller. */
    public boolean isCacheDevice() {
      return type.toLowerCase(Locale.ROOT).contains("cache");
    }
  }

  /** The memory of disks themselves. */
  public enum DiskCache {
    ON,
    OFF,
    /** As each disk has it. */
    DEFAULT
  }

  /**
   * What keeps the controller's memory when the power fails.
   *
   * @param kind {@code CacheVault} or {@code battery}
   * @param state in its own words
   * @param replace true where it says that it wants to be replaced
   */
  public record Pack(String kind, String state, boolean replace) {
    public boolean isHealthy() {
      String word = state.toLowerCase(Locale.ROOT);
      return (word.equals("optimal") || word.equals("optl")) && !replace;
    }
  }

  /** What a command said of one thing. */
  public record Detail(String what, boolean failed, int code, String message) {}

  private static final Pattern PROPERTIES = Pattern.compile("VD ?([0-9]{1,6}) Properties");

  /**
   * Reads an output.
   *
   * @throws Refusal where it is none of this tool
   */
  public static Storcli parse(String text) throws Refusal {
    return text.stripLeading().startsWith("{")
        ? new Storcli(json(JsonText.object(text)))
        : StorcliText.parse(text);
  }

  private static List<Controller> json(Map<?, ?> document) throws Refusal {
    List<Controller> controllers = new ArrayList<>();
    for (Object item : JsonText.list(document.get("Controllers"))) {
      controllers.add(controller(JsonText.map(item)));
    }
    if (controllers.isEmpty()) {
      throw new Refusal("the answer speaks of no controllers");
    }
    return List.copyOf(controllers);
  }

  private static Controller controller(Map<?, ?> item) {
    Map<?, ?> status = JsonText.map(item.get("Command Status"));
    Map<?, ?> response = JsonText.map(item.get("Response Data"));
    Map<Integer, Map<?, ?>> properties = new TreeMap<>();
    List<Map<?, ?>> rows = new ArrayList<>();
    List<Pack> packs = new ArrayList<>();
    response.forEach(
        (key, value) -> {
          Matcher named = PROPERTIES.matcher(key.toString());
          if (named.matches()) {
            properties.put(Integer.valueOf(named.group(1)), JsonText.map(value));
          }
          JsonText.list(value).stream()
              .map(JsonText::map)
              .filter(row -> row.containsKey("DG/VD"))
              .forEach(rows::add);
          kind(key.toString()).ifPresent(kind -> packs.add(pack(kind, value, response)));
        });
    List<Drive> drives = new ArrayList<>();
    for (Map<?, ?> row : rows) {
      drive(row, properties).ifPresent(drives::add);
    }
    String model = JsonText.text(response.get("Product Name"));
    return new Controller(
        JsonText.text(status.get("Status")).equals("Failure"),
        JsonText.text(status.get("Description")),
        model.isEmpty() ? JsonText.text(JsonText.at(response, "Basics", "Model")) : model,
        List.copyOf(drives),
        List.copyOf(packs),
        details(status));
  }

  /** The kind of pack that a section tells of. */
  static Optional<String> kind(String section) {
    return switch (section) {
      case "Cachevault_Info" -> Optional.of("CacheVault");
      case "BBU_Info" -> Optional.of("battery");
      default -> Optional.empty();
    };
  }

  /** Either a row for each property, or one row with a column for each. */
  private static Pack pack(String kind, Object rows, Map<?, ?> response) {
    String state = property(rows, "State");
    String wish = property(response.get("Firmware_Status"), "Replacement required");
    wish += property(response.get("BBU_Firmware_Status"), "Replacement required");
    return new Pack(kind, state, wish.equalsIgnoreCase("yes"));
  }

  private static String property(Object rows, String name) {
    for (Object item : JsonText.list(rows)) {
      Map<?, ?> row = JsonText.map(item);
      Object value = name.equals(row.get("Property")) ? row.get("Value") : row.get(name);
      if (value != null) {
        return value.toString().strip();
      }
    }
    return "";
  }

  private static Optional<Drive> drive(Map<?, ?> row, Map<Integer, Map<?, ?>> properties) {
    String[] place = String.valueOf(row.get("DG/VD")).split("/", 2);
    String own = place[place.length - 1].strip();
    if (!own.matches("[0-9]{1,6}")) {
      return Optional.empty();
    }
    int number = Integer.parseInt(own);
    Map<?, ?> more = properties.getOrDefault(number, Map.of());
    return Optional.of(
        new Drive(
            number,
            group(place),
            JsonText.text(row.get("TYPE")),
            JsonText.text(row.get("State")),
            CachePolicy.of(JsonText.text(row.get("Cache"))),
            CachePolicy.write(JsonText.text(more.get("Write Cache(initial setting)"))),
            diskCache(JsonText.text(more.get("Disk Cache Policy"))),
            JsonText.text(row.get("Name")).strip()));
  }

  /** The drive group of a place in its two parts. */
  static Optional<Integer> group(String[] place) {
    return place.length == 2 && place[0].strip().matches("[0-9]{1,6}")
        ? Optional.of(Integer.valueOf(place[0].strip()))
        : Optional.empty();
  }

  /** The property `Disk Cache Policy`. */
  static Optional<DiskCache> diskCache(String words) {
    return switch (words.strip()) {
      case "Enabled" -> Optional.of(DiskCache.ON);
      case "Disabled" -> Optional.of(DiskCache.OFF);
      case "Disk's Default", "Default", "Unchanged" -> Optional.of(DiskCache.DEFAULT);
      default -> Optional.empty();
    };
  }

  private static List<Detail> details(Map<?, ?> status) {
    List<Detail> details = new ArrayList<>();
    for (Object item : JsonText.list(status.get("Detailed Status"))) {
      Map<?, ?> row = JsonText.map(item);
      Object what = row.get("VD") == null ? row.values().stream().findFirst() : row.get("VD");
      details.add(
          new Detail(
              what instanceof Optional<?> first ? first.map(String::valueOf).orElse("") : "" + what,
              !JsonText.text(row.get("Status")).equals("Success"),
              row.get("ErrCd") instanceof Number code ? code.intValue() : 0,
              JsonText.text(row.get("ErrMsg"))));
    }
    return List.copyOf(details);
  }
}
