package io.tuner.format;

import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The file {@code /proc/net/dev} (proc_pid_net(5), net/core/net-procfs.c): what each network
 * interface received and sent since it came up. A drop on receipt here includes what the hardware
 * missed (rx_missed_errors).
 *
 * @param interfaces by name, in the order of the file
 */
public record InterfaceCounters(Map<String, Map<Column, Long>> interfaces) {

  /** What is counted, in the order of the columns. */
  public enum Column {
    RX_BYTES,
    RX_PACKETS,
    RX_ERRORS,
    RX_DROPPED,
    RX_FIFO,
    RX_FRAME,
    RX_COMPRESSED,
    RX_MULTICAST,
    TX_BYTES,
    TX_PACKETS,
    TX_ERRORS,
    TX_DROPPED,
    TX_FIFO,
    TX_COLLISIONS,
    TX_CARRIER,
    TX_COMPRESSED
  }

  private static final Column[] COLUMNS = Column.values();
  // Old kernels print the bytes right behind the colon.
  private static final Pattern LINE = Pattern.compile("\\s*([^\\s:]+):([0-9\\s]*[0-9][0-9\\s]*)");

  public InterfaceCounters {
    interfaces = Collections.unmodifiableMap(new LinkedHashMap<>(interfaces));
  }

  /** Reads the file; lines and numbers of another form are left out. */
  public static InterfaceCounters parse(String text) {
    Map<String, Map<Column, Long>> interfaces = new LinkedHashMap<>();
    for (Line line : Line.split(text)) {
      Matcher one = LINE.matcher(line.text());
      if (one.matches()) {
        String[] words = one.group(2).strip().split("\\s+");
        Map<Column, Long> counters = new EnumMap<>(Column.class);
        for (int i = 0; i < COLUMNS.length && i < words.length; i++) {
          Column column = COLUMNS[i];
          Counter.read(words[i]).ifPresent(value -> counters.put(column, value));
        }
        interfaces.put(one.group(1), Collections.unmodifiableMap(counters));
      }
    }
    return new InterfaceCounters(interfaces);
  }
}
