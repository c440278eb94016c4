package io.tuner.load;

import io.tuner.text.Diagnostic;
import io.tuner.text.Tree;
import java.util.Optional;

/** With whose rights a task runs on a host. */
final class Rights {

  private Rights() {}

  /** Variables of the connection come before keywords, as in Ansible. */
  static Become become(Task task, Play play, Scope own) throws Unrendered, FactsWanted {
    boolean keyword = truth(task.become(), "become", own, play.become().enabled());
    Optional<Tree.Scalar> user = task.becomeUser();
    String keywordUser = user.isPresent() ? own.text(user.get()).text() : play.become().user();
    Optional<Tree.Scalar> enabled = variable("ansible_become", own);
    return new Become(
        truth(enabled, "ansible_become", own, keyword),
        variable("ansible_become_user", own).map(Tree.Scalar::text).orElse(keywordUser));
  }

  private static Optional<Tree.Scalar> variable(String name, Scope own)
      throws Unrendered, FactsWanted {
    return own.resolve(name)
        .filter(value -> value instanceof Value.Known known && known.tree() instanceof Tree.Scalar)
        .map(value -> (Tree.Scalar) ((Value.Known) value).tree())
        .filter(scalar -> !scalar.isNull());
  }

  /** A boolean that may be a template. */
  static boolean truth(Optional<Tree.Scalar> written, String key, Scope own, boolean otherwise)
      throws Unrendered, FactsWanted {
    if (written.isEmpty()) {
      return otherwise;
    }
    Tree.Scalar scalar = own.text(written.get());
    Tree.Scalar plain = new Tree.Scalar(scalar.span(), scalar.text(), Tree.Scalar.Kind.PLAIN);
    return Typed.truth(plain)
        .orElseThrow(
            () ->
                new Unrendered(
                    Diagnostic.error(
                        scalar.span(),
                        "`" + key + "` takes true or false, not " + scalar.describe())));
  }
}
