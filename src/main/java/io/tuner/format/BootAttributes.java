package io.tuner.format;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A systemd unit of tuner's own that writes attributes below /sys late at boot, when the modules of
 * drivers are loaded: a line an attribute, by path or by pattern of paths (systemd.service(5)).
 *
 * @param values by path or pattern, in the order they are written
 */
public record BootAttributes(Map<String, String> values) implements KeyedFile {

  private static final String HEAD =
      """
      # Written by tuner: values below /sys, set when a boot is nearly done.
      [Unit]
      Description=Attributes below /sys that tuner sets

      [Service]
      Type=oneshot
      RemainAfterExit=yes
      """;
  private static final String TAIL = "\n[Install]\nWantedBy=multi-user.target\n";
  private static final String FORM =
      "ExecStart=-/bin/sh -c 'for file in %s; do echo %s > \"$$file\"; done'";
  private static final String PATH = "/sys/[A-Za-z0-9_/*.:\\[\\]-]+";
  private static final String VALUE = "[A-Za-z0-9_/+.-]+";
  private static final Pattern LINE =
      Pattern.compile(
          "(?m)^ExecStart=-/bin/sh -c 'for file in ("
              + PATH
              + "); do echo ("
              + VALUE
              + ") > \"\\$\\$file\"; done'$");

  /** Reads the unit; what is not a line of ours is left out. */
  public static BootAttributes parse(String text) {
    Map<String, String> values = new LinkedHashMap<>();
    Matcher line = LINE.matcher(text);
    while (line.find()) {
      values.put(line.group(1), line.group(2));
    }
    return new BootAttributes(values);
  }

  @Override
  public BootAttributes with(String path, Optional<String> value) {
    Map<String, String> changed = new LinkedHashMap<>(values);
    value.ifPresentOrElse(text -> changed.put(path, text), () -> changed.remove(path));
    return new BootAttributes(changed);
  }

  /**
   * The unit; empty text where nothing is written.
   *
   * @throws Refusal if a path or value has characters that the unit's command cannot hold
   */
  @Override
  public String text() throws Refusal {
    StringBuilder text = new StringBuilder();
    for (Map.Entry<String, String> entry : values.entrySet()) {
      if (!entry.getKey().matches(PATH) || !entry.getValue().matches(VALUE)) {
        throw new Refusal(
            "`" + entry.getKey() + "` with `" + entry.getValue() + "` cannot be written at boot");
      }
      text.append(FORM.formatted(entry.getKey(), entry.getValue())).append('\n');
    }
    return text.isEmpty() ? "" : HEAD + text + TAIL;
  }
}
