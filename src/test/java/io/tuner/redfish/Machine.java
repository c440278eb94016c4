package io.tuner.redfish;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The firmware behind a modelled management controller. Its state is files of a directory: {@code
 * vendor} (ibmc, idrac, ilo, openbmc), {@code current.json} and {@code staged.json} (settings by
 * name), {@code job} (iDRAC's), {@code boots} (how many the firmware needs to take settings over,
 * one where there is no such file), {@code failed.json} (what the last boot did not take), and
 * {@code quirks}, a word a line: {@code fails=NAME}, {@code no-apply-time}, {@code busy=N} (answers
 * 503 so many times), {@code no-registry}.
 */
public final class Machine {

  /** What a Kunpeng server has when it comes; names and values as Huawei's servers tell them. */
  private static final String KUNPENG =
      """
      {"AssetTag": "rack 7  ", "CPUPrefetchConfig": "Enabled", "CustomPowerPolicy": "Efficiency",
       "DdrRefreshRate": "32ms", "EnableSMMU": "Enabled", "MonitorMwaitEnable": 1,
       "NUMAEn": "Disabled", "ProcessorHyperThreadingDisable": "Disabled", "QuietBoot": true,
       "SystemModelName": "Model server", "SupervisorPassword": null}
      """;

  private static final String REGISTRY =
      """
      {"Id": "BiosAttributeRegistry.v1_0_1", "RegistryEntries": {"Attributes": [
        {"AttributeName": "AssetTag", "Type": "String", "MinLength": 0, "MaxLength": 32},
        {"AttributeName": "CPUPrefetchConfig", "Type": "Enumeration", "Value": [
          {"ValueName": "Enabled"}, {"ValueName": "Disabled"}]},
        {"AttributeName": "CustomPowerPolicy", "Type": "Enumeration", "Value": [
          {"ValueName": "Efficiency"}, {"ValueName": "Performance"}, {"ValueName": "Custom"}]},
        {"AttributeName": "DdrRefreshRate", "Type": "Enumeration", "Value": [
          {"ValueName": "Auto"}, {"ValueName": "32ms"}, {"ValueName": "64ms"}]},
        {"AttributeName": "EnableSMMU", "Type": "Enumeration", "Value": [
          {"ValueName": "Enabled"}, {"ValueName": "Disabled"}]},
        {"AttributeName": "MonitorMwaitEnable", "Type": "Integer", "LowerBound": 0, "UpperBound": 1},
        {"AttributeName": "NUMAEn", "Type": "Enumeration", "Value": [
          {"ValueName": "Enabled"}, {"ValueName": "Disabled"}]},
        {"AttributeName": "ProcessorHyperThreadingDisable", "Type": "Enumeration", "Value": [
          {"ValueName": "Enabled"}, {"ValueName": "Disabled"}]},
        {"AttributeName": "QuietBoot", "Type": "Boolean"},
        {"AttributeName": "SupervisorPassword", "Type": "Password"},
        {"AttributeName": "SystemModelName", "Type": "String", "ReadOnly": true}]}}
      """;

  private final Path directory;

  public Machine(Path directory) {
    this.directory = directory;
  }

  /** Makes one that has just come: iBMC, unless there is one already. */
  public static Machine create(Path directory, String vendor) throws IOException {
    Files.createDirectories(directory);
    Machine machine = new Machine(directory);
    if (!Files.exists(directory.resolve("vendor"))) {
      Files.writeString(directory.resolve("vendor"), vendor + "\n");
      machine.write("current.json", JSON.std.mapFrom(KUNPENG));
    }
    return machine;
  }

  String vendor() throws IOException {
    return Files.readString(directory.resolve("vendor")).strip();
  }

  boolean is(String vendor) throws IOException {
    return vendor().equals(vendor);
  }

  String registry() {
    return REGISTRY;
  }

  /** The word behind a quirk, or nothing; null where there is no such quirk. */
  String quirk(String name) throws IOException {
    Path file = directory.resolve("quirks");
    List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
    for (String line : lines) {
      if (line.equals(name) || line.startsWith(name + "=")) {
        return line.substring(Math.min(line.length(), name.length() + 1));
      }
    }
    return null;
  }

  /** True where it has no time now; so many times less then. */
  synchronized boolean busy() throws IOException {
    String times = quirk("busy");
    if (times == null || times.equals("0")) {
      return false;
    }
    Path file = directory.resolve("quirks");
    int left = Integer.parseInt(times) - 1;
    Files.writeString(file, Files.readString(file).replace("busy=" + times, "busy=" + left));
    return true;
  }

  /** What it runs with. */
  public Map<String, Object> current() throws IOException {
    return read("current.json");
  }

  /** What it is told to take over. */
  public Map<String, Object> staged() throws IOException {
    return read("staged.json");
  }

  Map<String, Object> failed() throws IOException {
    return read("failed.json");
  }

  boolean hasJob() {
    return Files.exists(directory.resolve("job"));
  }

  /** Stages settings; those that are so already are no longer staged. */
  void stage(Map<String, Object> settings, boolean job) throws IOException {
    Map<String, Object> staged = staged();
    Map<String, Object> current = current();
    staged.putAll(settings);
    staged.entrySet().removeIf(e -> e.getValue().equals(current.get(e.getKey())));
    write("staged.json", staged);
    if (job && !staged.isEmpty()) {
      Files.writeString(directory.resolve("job"), "Scheduled\n");
    }
  }

  /** The host boots: the firmware takes over what is staged, in as many boots as it needs. */
  public void boot() throws IOException {
    Map<String, Object> staged = staged();
    if (staged.isEmpty() || is("idrac") && !hasJob()) {
      return;
    }
    Path boots = directory.resolve("boots");
    int needed = Files.exists(boots) ? Integer.parseInt(Files.readString(boots).strip()) : 1;
    if (needed > 1) {
      Files.writeString(boots, (needed - 1) + "\n");
      return;
    }
    Map<String, Object> failed = new LinkedHashMap<>();
    String fails = quirk("fails");
    if (fails != null && staged.containsKey(fails)) {
      failed.put(fails, staged.remove(fails));
    }
    Map<String, Object> current = current();
    current.putAll(staged);
    write("current.json", current);
    write("staged.json", Map.of());
    write("failed.json", failed);
    Files.deleteIfExists(directory.resolve("job"));
  }

  /** Why a value is refused: a message id of DMTF's base registry; null where it is taken. */
  String refusal(String name, Object value) throws IOException {
    for (Object item :
        (List<?>)
            ((Map<?, ?>) JSON.std.mapFrom(REGISTRY).get("RegistryEntries")).get("Attributes")) {
      Map<?, ?> entry = (Map<?, ?>) item;
      if (!name.equals(entry.get("AttributeName"))) {
        continue;
      }
      if (Boolean.TRUE.equals(entry.get("ReadOnly"))) {
        return "PropertyNotWritable";
      }
      boolean typed =
          switch ((String) entry.get("Type")) {
            case "Integer" -> value instanceof Number;
            case "Boolean" -> value instanceof Boolean;
            default -> value instanceof String;
          };
      List<Object> values = new ArrayList<>();
      if (entry.get("Value") instanceof List<?> list) {
        list.forEach(one -> values.add(((Map<?, ?>) one).get("ValueName")));
      }
      boolean listed = values.isEmpty() || values.contains(value);
      return typed ? listed ? null : "PropertyValueNotInList" : "PropertyValueTypeError";
    }
    return "PropertyUnknown";
  }

  private Map<String, Object> read(String name) throws IOException {
    Path file = directory.resolve(name);
    return Files.exists(file) ? JSON.std.mapFrom(Files.readString(file)) : new LinkedHashMap<>();
  }

  private void write(String name, Map<String, Object> map) throws IOException {
    if (map.isEmpty()) {
      Files.deleteIfExists(directory.resolve(name));
      return;
    }
    JSON json = JSON.std.with(JSON.Feature.WRITE_NULL_PROPERTIES);
    Files.writeString(directory.resolve(name), json.asString(map) + "\n");
  }
}
