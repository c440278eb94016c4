package io.tuner.rollout;

import io.tuner.apply.HostSession;
import io.tuner.bench.Assessment;
import io.tuner.bench.BenchmarkFailure;
import io.tuner.bench.Block;
import io.tuner.bench.Cost;
import io.tuner.bench.HostEnvironment;
import io.tuner.bench.Item;
import io.tuner.bench.Runner;
import io.tuner.bench.Surroundings;
import io.tuner.bench.statistics.BenchmarkResult;
import io.tuner.host.Become;
import io.tuner.host.Unreachable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The benchmarks of a run: the blocks that were measured, and what they come to. */
public final class Measurement {

  /** A run that measures nothing. */
  public static final Measurement NONE =
      new Measurement(
          List.of(),
          host -> null,
          host -> null,
          Assessment.NOTHING,
          new Surroundings(host -> List.of()),
          (play, host, item) -> Optional.empty(),
          null);

  private static final String AGAIN = ", again";

  private final List<Map<String, List<Item>>> plays;
  private final Assessment assessment;
  private final Map<BlockKey, Block> before = new ConcurrentHashMap<>();
  private final Map<BlockKey, Block> again = new ConcurrentHashMap<>();
  private final Map<BlockKey, Block> after = new ConcurrentHashMap<>();
  private final References references;
  private final Shortfalls shortfalls;
  private final Stations stations;
  private final Surroundings surroundings;
  private final Set<List<Object>> alternating = ConcurrentHashMap.newKeySet();

  /**
   * The measurements of a run.
   *
   * @param plays by play, the benchmarks of each host
   * @param sessions of any host of the inventory: a load host is none of the fleet
   * @param become by host, with whose rights
   * @param assessment what blocks come to
   * @param surroundings what hosts are like meanwhile
   * @param rendered a benchmark as a host of its reference has it
   */
  public Measurement(
      List<Map<String, List<Item>>> plays,
      Function<String, HostSession> sessions,
      Function<String, Become> become,
      Assessment assessment,
      Surroundings surroundings,
      AsRendered rendered,
      Watch watch) {
    this.plays = List.copyOf(plays);
    this.assessment = assessment;
    this.surroundings = surroundings;
    this.stations = new Stations(sessions, become, watch, surroundings);
    this.references = new References(stations, assessment, rendered);
    this.shortfalls = new Shortfalls(this.plays, this::results, before, again, after, references);
  }

  /** True where there is nothing to measure on this host in this play. */
  public boolean isEmpty(int play, String host) {
    return items(play, host).isEmpty();
  }

  private List<Item> items(int play, String host) {
    return play < plays.size() ? plays.get(play).getOrDefault(host, List.of()) : List.of();
  }

  /** Measures hosts as they are before their changes. */
  public void before(int play, Collection<String> hosts, Fleet fleet) {
    references.measure(play, hosts, this::items);
    blocks(play, hosts, fleet, "before", before, true);
  }

  /** Measures hosts as their changes left them. */
  public void after(int play, Collection<String> hosts, Fleet fleet) {
    blocks(play, hosts, fleet, "after", after, false);
  }

  /** The state that is measured first is measured once more, where its noise is to be known. */
  private void blocks(
      int play,
      Collection<String> hosts,
      Fleet fleet,
      String state,
      Map<BlockKey, Block> blocks,
      boolean first) {
    fleet.each(
        hosts.stream().filter(host -> !isEmpty(play, host)).toList(),
        (host, session) -> {
          List<Item> items = items(play, host);
          for (int i = 0; i < items.size(); i++) {
            Item item = items.get(i);
            if (isAlternating(play, host, item)) {
              continue;
            }
            BlockKey key = new BlockKey(play, i, host);
            blocks.put(key, stations.block(item, host, state, Runner::measure));
            if (first && item.settings().noiseFloor()) {
              again.put(key, stations.block(item, host, state + AGAIN, Runner::measure));
            }
          }
          return null;
        });
  }

  /** How often the two states of a host alternate; 0 where no benchmark asks for it. */
  public int turns(int play, String host) {
    return items(play, host).stream()
        .filter(item -> item.settings().interleave())
        .mapToInt(Item::runs)
        .max()
        .orElse(0);
  }

  /** From now on the benchmarks that ask for it are measured turn by turn. */
  public void alternate(int play, String host) {
    alternating.add(List.of(play, host));
  }

  /** True where some of a host's benchmarks are measured turn by turn. */
  public boolean isAlternating(int play, String host) {
    return alternating.contains(List.of(play, host));
  }

  private boolean isAlternating(int play, String host, Item item) {
    return item.settings().interleave() && isAlternating(play, host);
  }

  /** Measures one state once, in its turn. */
  public void turn(int play, String host, int turn, boolean changed)
      throws Unreachable, InterruptedException {
    List<Item> items = items(play, host);
    for (int i = 0; i < items.size(); i++) {
      Item item = items.get(i);
      if (isAlternating(play, host, item) && turn < item.runs()) {
        BlockKey key = new BlockKey(play, i, host);
        turn(key, item, turn, changed ? "after" : "before", changed ? after : before);
        if (!changed && item.settings().noiseFloor()) {
          turn(key, item, turn, "before" + AGAIN, again);
        }
      }
    }
  }

  private void turn(BlockKey key, Item item, int turn, String state, Map<BlockKey, Block> blocks)
      throws Unreachable, InterruptedException {
    String phase = state + ", turn " + (turn + 1);
    Block block = stations.block(item, key.host(), state, phase, Runner::round);
    if (turn >= item.settings().warmup()) {
      blocks.merge(key, block, Block::plus);
    }
  }

  /** Measures hosts as they are: a baseline, or what is compared with one. */
  public void alone(Fleet fleet) {
    for (int play = 0; play < plays.size(); play++) {
      List<String> hosts =
          plays.get(play).keySet().stream().filter(fleet.hosts()::contains).toList();
      if (assessment.against().isPresent()) {
        references.measure(play, hosts, this::items);
        blocks(play, hosts, fleet, "after", after, true);
      } else {
        before(play, hosts, fleet);
      }
    }
  }

  /** True where {@link #alone} came to the end of all that a host has to measure. */
  public boolean isComplete(String host) {
    Map<BlockKey, Block> first = assessment.against().isPresent() ? after : before;
    for (int play = 0; play < plays.size(); play++) {
      List<Item> items = items(play, host);
      for (int i = 0; i < items.size(); i++) {
        boolean twice = items.get(i).settings().noiseFloor();
        if (!(twice ? again : first).containsKey(new BlockKey(play, i, host))) {
          return false;
        }
      }
    }
    return true;
  }

  /** What a host's benchmarks cost in a play; one without changes has one state to measure. */
  public Cost cost(int play, String host, boolean changes) {
    return items(play, host).stream()
        .map(item -> item.cost().times(changes ? item.blocks() : item.blocks() - 1))
        .reduce(Cost.NOTHING, Cost::plus);
  }

  /** Everything that was measured, in the order of the playbook. */
  public List<BenchmarkResult> results() {
    List<BenchmarkResult> results = new ArrayList<>();
    for (int play = 0; play < plays.size(); play++) {
      for (String host : plays.get(play).keySet()) {
        results.addAll(results(play, host));
      }
    }
    return results;
  }

  /** What was measured on one host in one play. */
  public List<BenchmarkResult> results(int play, String host) {
    List<BenchmarkResult> results = new ArrayList<>();
    List<Item> items = items(play, host);
    for (int i = 0; i < items.size(); i++) {
      Item item = items.get(i);
      BlockKey key = new BlockKey(play, i, host);
      Assessment.Blocks blocks =
          new Assessment.Blocks(
              before.getOrDefault(key, Block.NOTHING),
              again.getOrDefault(key, Block.NOTHING),
              after.getOrDefault(key, Block.NOTHING),
              references.of(play, item),
              isAlternating(play, host, item));
      results.addAll(assessment.judge(host, item, blocks));
    }
    return results;
  }

  /** What a reader must know of all the numbers, the gravest first. */
  public List<String> notes() {
    List<String> notes =
        new ArrayList<>(shortfalls.broken().stream().map(BenchmarkFailure::sentence).toList());
    notes.addAll(surroundings.notes());
    if (isInBlocks()) {
      notes.add(
          "before and after are two blocks of time: whatever else changed in between is part of "
              + "the difference");
    }
    return notes;
  }

  /** What the hosts were like that were measured. */
  public List<HostEnvironment> environments() {
    return surroundings.environments();
  }

  /** Says which types of tasks changed a host. */
  void changed(String host, Set<String> types) {
    surroundings.changed(host, types);
  }

  /** What of it fails the run. */
  public Shortfalls shortfalls() {
    return shortfalls;
  }

  private boolean isInBlocks() {
    return after.keySet().stream()
        .anyMatch(key -> !isAlternating(key.play(), key.host(), shortfalls.item(key)));
  }
}
