package io.tuner.format;

/**
 * What nodeos logs of a start from a snapshot (controller.cpp, {@code startup}, of EOSIO, Leap and
 * Spring alike): that it begins, and how it ends.
 */
public final class NodeosLog {

  private NodeosLog() {}

  /**
   * Whether the last start from a snapshot found that {@code chain-state-db-size-mb} has no room
   * for it. nodeos ends then, and may leave a state that is not dirty and holds a part of it.
   *
   * @param log lines of it, the last ones of nodeos
   */
  public static boolean tellsOfNoRoom(String log) {
    boolean noRoom = false;
    for (String line : log.lines().toList()) {
      if (line.contains("not configured to have enough storage for the provided snapshot")) {
        noRoom = true;
      } else if (line.contains("initialization from snapshot")) {
        noRoom = false;
      }
    }
    return noRoom;
  }
}
