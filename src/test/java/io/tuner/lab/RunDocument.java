package io.tuner.lab;

import java.util.List;
import java.util.Map;

/** The JSON document of a run. */
final class RunDocument {
  private final Map<String, Object> document;

  private RunDocument(Map<String, Object> document) {
    this.document = document;
  }

  /**
   * Of a run with {@code --output json}.
   *
   * @throws AssertionError where its standard output is anything else than one such document
   */
  static RunDocument of(Outcome outcome) {
    RunDocument document = new RunDocument(outcome.json());
    if (!Integer.valueOf(outcome.exit()).equals(document.document.get("exit"))) {
      throw new AssertionError("the document's exit is not the process's\n" + outcome);
    }
    return document;
  }

  /** The name of the run. */
  String run() {
    return (String) document.get("run");
  }

  /** What is said of a host. */
  Map<String, Object> host(String name) {
    return maps(document.get("hosts")).stream()
        .filter(host -> host.get("host").equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("nothing is said of " + name + ": " + document));
  }

  /** The status of a host: ok, changed, failed, … */
  String status(String host) {
    return (String) host(host).get("status");
  }

  /** Why a host failed or could not be reached; empty where it did not. */
  String error(String host) {
    Object error = host(host).get("error");
    return error == null ? "" : (String) error;
  }

  /** The host's tasks of a status, by address. */
  List<String> tasks(String host, String status) {
    return maps(host(host).get("tasks")).stream()
        .filter(task -> task.get("status").equals(status))
        .map(task -> (String) task.get("address"))
        .toList();
  }

  /** One task of a host. */
  Map<String, Object> task(String host, String address) {
    return maps(host(host).get("tasks")).stream()
        .filter(task -> task.get("address").equals(address))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no task " + address + ": " + host(host)));
  }

  /** What is said of a task: why it failed, for one. */
  String message(String host, String address) {
    Object message = task(host, address).get("message");
    return message == null ? "" : (String) message;
  }

  /** Every change of a host, as {@code ADDRESS ASPECT PATH: FROM -> TO}. */
  List<String> changes(String host) {
    return maps(host(host).get("tasks")).stream()
        .flatMap(
            task ->
                maps(task.get("changes")).stream()
                    .map(
                        change ->
                            "%s %s %s: %s -> %s"
                                .formatted(
                                    task.get("address"),
                                    change.get("aspect"),
                                    change.get("path"),
                                    change.get("from"),
                                    change.get("to"))))
        .toList();
  }

  @Override
  public String toString() {
    return document.toString();
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> maps(Object list) {
    return (List<Map<String, Object>>) list;
  }
}
