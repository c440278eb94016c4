package io.tuner.load;

import io.tuner.text.Diagnostics;
import io.tuner.text.Span;
import io.tuner.text.Tree;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A playbook with its inventory, without errors as far as they can be seen without facts. */
public final class Loaded {

  private final Inventory inventory;
  private final List<Play> plays;
  private final SourceFiles files;
  private final Types types;
  private final Tags tags;
  private final LocalFiles localFiles;
  private final Map<Path, Templates> templates = new HashMap<>();
  private final Map<Play, Binding> bindings = new IdentityHashMap<>();
  private final Map<String, OneUser> users = new HashMap<>();
  private final Map<Play, Map<String, Expansion>> withoutFacts = new IdentityHashMap<>();
  private final Map<Path, Optional<Map<String, Tree>>> variableFiles = new HashMap<>();

  Loaded(Inventory inventory, List<Play> plays, SourceFiles files, Types types, Tags tags) {
    this.inventory = inventory;
    this.plays = List.copyOf(plays);
    this.files = files;
    this.types = types;
    this.tags = tags;
    this.localFiles = new LocalFiles(files);
  }

  public Inventory inventory() {
    return inventory;
  }

  /** The plays in order, those of imported playbooks in their place. */
  public List<Play> plays() {
    return plays;
  }

  /** SHA-256 over every file that was read, in hexadecimal: what a report or plan was made from. */
  public String digest() {
    return files.digest();
  }

  /**
   * Expands a play for one of its hosts.
   *
   * @param facts of this host; empty: not known yet, and what reads them is NEEDS_FACTS
   * @param otherFacts of other hosts by name, for {@code hostvars[x].facts}
   * @param diagnostics gets what is wrong; then the expansion is incomplete and must not be used
   */
  public synchronized Expansion expand(
      Play play,
      String host,
      Optional<Map<String, Object>> facts,
      Map<String, Map<String, Object>> otherFacts,
      Diagnostics diagnostics) {
    Map<String, Expansion> known = withoutFacts.computeIfAbsent(play, p -> new LinkedHashMap<>());
    if (facts.isEmpty() && known.containsKey(host)) {
      return known.get(host);
    }
    Diagnostics own = new Diagnostics();
    Scope scope = scope(play, host, facts, otherFacts, own);
    Expansion expansion = new Expander(play, scope, tags, binding(play), own).expand();
    users.computeIfAbsent(host, h -> new OneUser()).check(expansion, own);
    if (facts.isEmpty() && !own.hasErrors()) {
      known.put(host, expansion);
    }
    own.sorted().forEach(diagnostics::add);
    return expansion;
  }

  /**
   * One benchmark of a play as any host of the inventory has it, with its own variables: a host
   * that others are measured against has no part in the tasks.
   *
   * @param type where the key of its type stands
   * @param diagnostics gets what cannot be rendered
   */
  public synchronized Expansion benchmark(
      Play play, String host, Span type, Diagnostics diagnostics) {
    Optional<Tree> entry =
        play.benchmarks().stream()
            .filter(tree -> tree instanceof Tree.Mapping)
            .filter(
                tree ->
                    ((Tree.Mapping) tree)
                        .entries().stream().anyMatch(one -> one.key().span().equals(type)))
            .findFirst();
    Scope scope = scope(play, host, Optional.empty(), Map.of(), diagnostics);
    return entry
        .map(tree -> new Expander(play, scope, tags, binding(play), diagnostics).benchmark(tree))
        .orElse(Expansion.NONE);
  }

  /**
   * How a host is reached in a play: its variables named ansible_* and tuner_*, and sandbox_tree,
   * rendered.
   *
   * @param diagnostics gets what cannot be rendered
   */
  public synchronized Map<String, Tree> connection(
      Play play, String host, Diagnostics diagnostics) {
    Scope scope = scope(play, host, Optional.empty(), Map.of(), diagnostics);
    return Connections.of(scope, inventory.variables(host), diagnostics);
  }

  /** Expands every play for every host, so that everything that is wrong is told now. */
  void check(Diagnostics diagnostics) {
    for (Play play : plays) {
      HostFaults faults = new HostFaults(play.hosts().size());
      for (String host : play.hosts()) {
        Diagnostics own = new Diagnostics();
        expand(play, host, Optional.empty(), Map.of(), own);
        if (!inventory.standsIn()) {
          connection(play, host, own);
        }
        faults.add(host, own);
      }
      faults.addTo(diagnostics);
    }
  }

  private Scope scope(
      Play play,
      String host,
      Optional<Map<String, Object>> facts,
      Map<String, Map<String, Object>> otherFacts,
      Diagnostics diagnostics) {
    Value own = facts.isPresent() ? Facts.known(facts.get()) : facts(play, host, false, null);
    Map<String, Value> asked = new HashMap<>(Map.of(host, own));
    Function<String, Value> others =
        other ->
            asked.computeIfAbsent(
                other, name -> facts(play, name, facts.isPresent(), otherFacts.get(name)));
    Magic magic =
        new Magic(inventory, host, own, new Magic.Others(inventory, others), play.hosts());
    magic.playbookDirectory(files.actual(play.directory()).toAbsolutePath().normalize().toString());
    List<Map<String, Tree>> layers =
        List.of(inventory.extra(), play.vars(), inventory.variables(host));
    Scope plain = new Scope(templates(play.directory()), layers, magic);
    return plain.with(variablesOfFiles(play, plain, diagnostics));
  }

  private Value facts(Play play, String host, boolean given, Map<String, Object> facts) {
    if (facts != null) {
      return Facts.known(facts);
    }
    if (!play.gatherFacts()) {
      return Facts.refused("facts are not read in this play: it has `gather_facts: false`");
    }
    boolean inPlay = play.hosts().contains(host);
    return given || !inPlay
        ? Facts.refused("the facts of `" + host + "` are not read: it is no host of this play")
        : Facts.wanted("facts");
  }

  private Map<String, Tree> variablesOfFiles(Play play, Scope scope, Diagnostics diagnostics) {
    Map<String, Tree> variables = new LinkedHashMap<>();
    for (Tree.Scalar name : play.varsFiles()) {
      try {
        Path path = play.directory().resolve(scope.text(name).text());
        variableFiles
            .computeIfAbsent(path, p -> new VariableFiles(files, diagnostics).file(p, name.span()))
            .ifPresent(variables::putAll);
      } catch (Unrendered e) {
        diagnostics.add(e.diagnostic());
      } catch (FactsWanted e) {
        if (!inventory.standsIn()) {
          diagnostics.error(name.span(), "the path of a file of variables cannot depend on facts");
        }
      }
    }
    return variables;
  }

  private Templates templates(Path directory) {
    return templates.computeIfAbsent(
        directory, d -> new Templates(new TemplateDirectory(d, files)));
  }

  private Binding binding(Play play) {
    return bindings.computeIfAbsent(
        play, p -> new Binding(types, localFiles, templates(p.directory()), p.directory()));
  }
}
