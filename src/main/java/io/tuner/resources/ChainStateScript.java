package io.tuner.resources;

import io.tuner.format.TimeSpan;
import io.tuner.resource.Leaves;
import io.tuner.resource.Script;
import java.util.Map;

/**
 * The way from one state of a chain to another. Each step leaves what the next reading can go on
 * from: a copy is whole or not there, fstab speaks of the tmpfs only while there is one, and a mark
 * keeps that nodeos is to be started again.
 */
record ChainStateScript(NodeosState task, ChainState from, ChainState to) {

  /** Whether nodeos must be down for that. */
  static boolean stops(ChainState from, ChainState.Live live, ChainState.Persistent persistent) {
    return !from.live().equals(live) || !NodeosConfig.isSame(from.persistent(), persistent);
  }

  Script script() {
    ChainState kept = to.keeping(from.live().state());
    return kept.equals(to) ? way() : new ChainStateScript(task, from, kept).way();
  }

  private Script way() {
    if (Leaves.of(from).equals(Leaves.of(to))) {
      return Script.empty();
    }
    boolean lost = to.live().state() == ChainState.Extent.NONE;
    boolean aside = to.live().state() == ChainState.Extent.ASIDE && !from.live().equals(to.live());
    boolean resumes = isHalfway(to.live()) && !isHalfway(from.live());
    if (aside || resumes || to.live().state() == ChainState.Extent.TWICE) {
      return Script.impossible("a move that broke off is not broken off again");
    }
    // A stop needs the longer patience of the two: it comes first, and goes last.
    Script patience = to.unit().after(from.unit(), NodeosRun.dropIn(task, "0", "0"));
    Script change = change(lost);
    return stopSeconds(to) < stopSeconds(from) ? change.then(patience) : patience.then(change);
  }

  private static boolean isHalfway(ChainState.Live live) {
    return live.stopped().isPresent() || live.copy().isPresent() || live.loading().isPresent();
  }

  private static long stopSeconds(ChainState state) {
    Values found =
        state.unit().persistent().getOrDefault("Service", Map.of()).get("TimeoutStopSec");
    return found == null ? 0 : TimeSpan.timeout(found.toString()).orElse(0);
  }

  private Script change(boolean lost) {
    ChainStateMove move = new ChainStateMove(task, from, to);
    if (!stops(from, to.live(), to.persistent())) {
      return move.fstab();
    }
    NodeosRun nodeos = new NodeosRun(task, from.around());
    boolean starts = from.around().running() || from.live().stopped().isPresent();
    Script script = from.around().running() ? nodeos.stop() : Script.empty();
    NodeosConfig config = new NodeosConfig(task.config(), from.around().config());
    script =
        script
            .then(move.script())
            .then(config.to(to.around().config(), from.persistent(), to.persistent()));
    boolean loads = from.live().state() == ChainState.Extent.NONE && !lost;
    if (from.live().loading().isPresent() && !loads) {
      script = script.then(nodeos.forget());
    }
    if (loads) {
      script = script.then(nodeos.load());
    } else if (starts) {
      script = script.then(nodeos.start());
    }
    return starts ? script.removeFile(NodeosRun.mark(task)) : script;
  }
}
