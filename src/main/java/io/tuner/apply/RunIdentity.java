package io.tuner.apply;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which run this is, for the host's journal and for whoever finds its lock held.
 *
 * @param run its name
 * @param command apply or rollback
 * @param operator user and machine
 * @param started ISO 8601, UTC
 * @param playbook its path, or empty
 * @param digest of everything the playbook was made of, or empty
 * @param commit of the playbook's repository, or empty
 * @param undoes runs that this one takes back
 */
public record RunIdentity(
    String run,
    String command,
    String operator,
    String started,
    String playbook,
    String digest,
    String commit,
    List<String> undoes) {

  /** The same under another name. */
  public RunIdentity named(String other) {
    return new RunIdentity(
        other, command, operator, started, playbook, digest, commit, undoes);
  }

  /** For the one who is kept out. */
  String holder() {
    return run + " (" + command + ") by " + operator + " since " + started;
  }

  /** For run.json. */
  Map<String, Object> header(String host) {
    Map<String, Object> header = new LinkedHashMap<>();
    header.put("run", run);
    header.put("command", command);
    header.put("host", host);
    header.put("operator", operator);
    header.put("started", started);
    header.put("playbook", playbook);
    header.put("digest", digest);
    header.put("commit", commit);
    header.put("undoes", undoes);
    return header;
  }
}
