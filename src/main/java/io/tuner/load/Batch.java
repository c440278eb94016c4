package io.tuner.load;

/**
 * How many hosts of a play go at once.
 *
 * @param amount a number of hosts, or per cents of the play's hosts; at least 1
 * @param percent true where it is per cents
 */
public record Batch(int amount, boolean percent) {

  /** How many hosts that is where the play has so many: at least one, where there is one. */
  public int hosts(int all) {
    long wanted = percent ? (long) all * amount / 100 : amount;
    return (int) Math.min(all, Math.max(1, wanted));
  }

  @Override
  public String toString() {
    return percent ? amount + "%" : "" + amount;
  }
}
