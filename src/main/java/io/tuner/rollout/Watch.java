package io.tuner.rollout;

import io.tuner.plan.HostResult;

/** Told how far each host is; by several threads. */
public interface Watch {

  /** What a host is doing now. */
  void phase(String host, String what);

  /** A host is done. */
  void done(HostResult result);
}
