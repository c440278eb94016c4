package io.tuner.format;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What udev knows of a device, as it keeps it in /run/udev/data: {@code E:ID_SERIAL=…} a property
 * (the other lines are of no use here).
 */
public final class UdevProperties {

  private UdevProperties() {}

  /** The properties in one file of /run/udev/data. */
  public static Map<String, String> parse(String text) {
    Map<String, String> properties = new LinkedHashMap<>();
    for (String line : text.split("\n", -1)) {
      int equals = line.indexOf('=');
      if (line.startsWith("E:") && equals > 2) {
        properties.put(line.substring(2, equals), line.substring(equals + 1));
      }
    }
    return properties;
  }
}
