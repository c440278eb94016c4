package io.tuner.load;

import io.tuner.text.Diagnostic;
import io.tuner.text.Diagnostics;
import io.tuner.text.Tree;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** The variables that say how a host is reached. */
final class Connections {

  private Connections() {}

  static Map<String, Tree> of(Scope scope, Map<String, Tree> variables, Diagnostics diagnostics) {
    Set<String> names = new LinkedHashSet<>(variables.keySet());
    names.addAll(scope.names());
    Map<String, Tree> connection = new LinkedHashMap<>();
    for (String name : names) {
      if (name.startsWith("ansible_") || name.startsWith("tuner_") || name.equals("sandbox_tree")) {
        try {
          if (scope.resolve(name).orElseThrow() instanceof Value.Known known) {
            connection.put(name, known.tree());
          }
        } catch (Unrendered e) {
          diagnostics.add(e.diagnostic());
        } catch (FactsWanted e) {
          diagnostics.add(
              Diagnostic.error(
                      scope.written(name).span(),
                      "`"
                          + name
                          + "` reads "
                          + e.getMessage()
                          + ", known only once the host is reached")
                  .hint("how a host is reached cannot depend on its facts"));
        }
      }
    }
    return connection;
  }
}
