package io.tuner.resource;

/** What a change can do to a host that works, besides what it is wanted for. */
public enum Risk {
  /** Takes effect on the running system at once. */
  LIVE("live"),
  /** A service stops and starts. */
  SERVICE_RESTART("service restart"),
  /** A network link goes down and comes up. */
  LINK_FLAP("link flap"),
  /** The host boots again. */
  REBOOT("reboot"),
  /** Lost at the next reboot. */
  VOLATILE("volatile"),
  /** Data can be lost. */
  DATA("data risk"),
  /** Cannot be taken back. */
  IRREVERSIBLE("irreversible");

  private final String label;

  Risk(String label) {
    this.label = label;
  }

  /** As plans show it. */
  public String label() {
    return label;
  }
}
