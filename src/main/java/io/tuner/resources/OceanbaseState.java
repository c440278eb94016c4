package io.tuner.resources;

import io.tuner.resource.Context;
import io.tuner.resource.Knob;
import io.tuner.resource.Settles;
import java.util.Map;
import java.util.TreeMap;

/**
 * A parameter of OceanBase on every observer.
 *
 * @param persistent the value that was set, by observer
 * @param restart the value the observer runs with, where only a start takes a new one over
 * @param found what decides
 */
record OceanbaseState(
    Map<String, String> persistent,
    @Settles(Settles.When.RESTART) Map<String, String> restart,
    @Context Found found) {

  /**
   * What decides.
   *
   * @param client whether one is installed
   * @param scope as the cluster has it; empty where it does not say
   * @param fixed whether nobody may set it
   * @param waits whether it is a tenant's, and shown as set only when the observers start again
   */
  record Found(boolean client, String scope, boolean fixed, boolean waits) {}

  /** Whether it is a tenant's, or not, as far as the cluster says. */
  boolean isOf(boolean tenant) {
    return found.scope().isEmpty() || found.scope().equalsIgnoreCase("tenant") == tenant;
  }

  /** The same observers with one value. */
  OceanbaseState wanting(String value) {
    Map<String, String> set = new TreeMap<>(persistent);
    set.replaceAll((observer, old) -> value);
    Map<String, String> running = new TreeMap<>(restart);
    running.replaceAll((observer, old) -> value);
    return new OceanbaseState(set, running, found);
  }

  /**
   * What is owned.
   *
   * @param of the parameter, with its tenant
   */
  Map<String, Knob> knobs(String of) {
    Map<String, Knob> knobs = new TreeMap<>();
    persistent.keySet().forEach(o -> knobs.put("persistent." + o, knob(o + of)));
    restart.keySet().forEach(o -> knobs.put("restart." + o, knob(o + of + ":running")));
    return knobs;
  }

  private static Knob knob(String of) {
    return Knob.of("oceanbase:" + of);
  }
}
