package io.tuner.resource;

import io.tuner.text.Secret;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What must be read to know a state. A probe names things and has no shell of its own: the engine
 * reads the files of all resources of a host in one pass and runs each distinct command once.
 *
 * @param reads in any order
 */
public record Probe(List<Read> reads) {

  /** Nothing to read. */
  public static final Probe NOTHING = new Probe(List.of());

  public Probe {
    reads = List.copyOf(reads);
  }

  /** Adds {@link Read.File}. */
  public Probe file(String path) {
    return and(new Read.File(path));
  }

  /** Adds {@link Read.Glob}. */
  public Probe glob(String pattern) {
    return and(new Read.Glob(pattern));
  }

  /** Adds {@link Read.Attributes}. */
  public Probe attributes(String path) {
    return and(new Read.Attributes(path));
  }

  /** Adds {@link Read.Attributes} of what a link at the path leads to. */
  public Probe followedAttributes(String path) {
    return and(new Read.Attributes(path, true));
  }

  /** Adds {@link Read.Link}. */
  public Probe link(String path) {
    return and(new Read.Link(path));
  }

  /** Adds {@link Read.Link} for the words of the link at the path. */
  public Probe linkText(String path) {
    return and(new Read.Link(path, false));
  }

  /** Adds {@link Read.Run} of one tool. */
  public Probe run(String tool, String... arguments) {
    return and(new Read.Run(List.of(tool), List.of(arguments), Optional.empty()));
  }

  /** Adds {@link Read.Run} of the first tool that is installed. */
  public Probe runFirst(List<String> tools, List<String> arguments, Optional<Secret> input) {
    return and(new Read.Run(tools, arguments, input));
  }

  /** Adds {@link Read.Ask}. */
  public Probe ask(String command) {
    return and(new Read.Ask(command));
  }

  /** Adds {@link Read.Process}. */
  public Probe process(Read.Selector selector, String... files) {
    return and(new Read.Process(selector, List.of(files)));
  }

  /** Adds {@link Read.Process}, of a file the lines that hold one of these words. */
  public Probe lines(Read.Selector selector, String file, List<String> words) {
    return and(new Read.Process(selector, List.of(file), words));
  }

  /** Adds {@link Read.Http} as a GET. */
  public Probe get(String url, String user, Secret password, boolean verifyTls) {
    return get(url, List.of(), user, password, verifyTls);
  }

  /** Adds {@link Read.Http} as a GET of what the pointers lead to. */
  public Probe get(
      String url, List<String> follow, String user, Secret password, boolean verifyTls) {
    return and(
        new Read.Http("GET", url, user, password, verifyTls, Map.of(), Optional.empty(), follow));
  }

  public Probe and(Read read) {
    if (reads.contains(read)) {
      return this;
    }
    List<Read> more = new ArrayList<>(reads);
    more.add(read);
    return new Probe(more);
  }

  /** Everything that several probes read, each thing once. */
  public static Probe all(Collection<Probe> probes) {
    LinkedHashSet<Read> reads = new LinkedHashSet<>();
    probes.forEach(probe -> reads.addAll(probe.reads));
    return new Probe(List.copyOf(reads));
  }

  public Probe and(Probe other) {
    return all(List.of(this, other));
  }
}
