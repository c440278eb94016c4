package io.tuner.format;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The first bytes of nodeos' {@code shared_memory.bin} (chainbase, environment.hpp, {@code
 * db_header}): eight of identity, {@code CHAINB01} or an older {@code EOSIODB}, then one that is
 * set while the database is open for writing. Where nobody has it open and it is set, nodeos did
 * not close it, and starts from it no more.
 *
 * @param id the identity, as text
 * @param dirty whether it was left open
 */
public record ChainbaseHeader(String id, boolean dirty) {

  /** How many bytes must be read. */
  public static final int BYTES = 9;

  private static final Pattern DUMP = Pattern.compile("(\\s*[0-9a-f]{2}){" + BYTES + "}\\s*");

  /**
   * Reads what {@code od -A n -t x1 -N 9} says of the file.
   *
   * @return empty where the file is shorter than a header
   * @throws Refusal where that is no dump of bytes, or no header of chainbase
   */
  public static Optional<ChainbaseHeader> ofDump(String dump) throws Refusal {
    if (!DUMP.matcher(dump).matches()) {
      if (dump.matches("(\\s*[0-9a-f]{2})*\\s*")) {
        return Optional.empty();
      }
      throw new Refusal("od does not tell the first bytes of the state");
    }
    String[] bytes = dump.strip().split("\\s+");
    StringBuilder id = new StringBuilder();
    for (int i = 0; i < BYTES - 1; i++) {
      id.append((char) Integer.parseInt(bytes[i], 16));
    }
    if (!id.toString().matches("CHAINB\\d\\d|EOSIODB.")) {
      throw new Refusal("the state's file does not begin as one of chainbase does");
    }
    return Optional.of(new ChainbaseHeader(id.toString(), !bytes[BYTES - 1].equals("00")));
  }
}
