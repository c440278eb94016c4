package io.tuner.load;

import io.tuner.text.Diagnostic;
import io.tuner.text.Diagnostics;
import io.tuner.text.Source;
import io.tuner.text.Span;
import io.tuner.text.Tree;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Variables of the command line: {@code k=v k2="v 2"}, YAML or JSON text, {@code @file}. */
final class ExtraVariables {

  private ExtraVariables() {}

  static Map<String, Tree> read(
      List<String> arguments, SourceFiles files, Diagnostics diagnostics) {
    Map<String, Tree> variables = new LinkedHashMap<>();
    for (String argument : arguments) {
      if (argument.startsWith("@")) {
        Span asked = Span.start(new Source("--extra-vars", argument));
        new VariableFiles(files, diagnostics)
            .file(Path.of(argument.substring(1)), asked)
            .ifPresent(variables::putAll);
      } else {
        Text text = Text.of("--extra-vars", argument);
        files.record("--extra-vars", argument.getBytes(java.nio.charset.StandardCharsets.UTF_8));
        if (argument.stripLeading().startsWith("{") || argument.indexOf('=') < 0) {
          yaml(text, variables, diagnostics);
        } else {
          pairs(text, variables, diagnostics);
        }
      }
    }
    return variables;
  }

  private static void yaml(Text text, Map<String, Tree> variables, Diagnostics diagnostics) {
    YamlReader.read(text, diagnostics)
        .ifPresent(
            tree -> {
              if (tree instanceof Tree.Mapping mapping) {
                variables.putAll(VariableNames.of(mapping, diagnostics));
              } else {
                diagnostics.add(
                    Diagnostic.error(text.start(), "a variable is written `name=value`")
                        .hint("or as a mapping, `{name: value}`, or `@FILE`"));
              }
            });
  }

  private static void pairs(Text text, Map<String, Tree> variables, Diagnostics diagnostics) {
    try {
      for (IniWord word : IniWord.split(text.content(), 0, at -> span(text, at, 1))) {
        int equals = word.text().indexOf('=');
        Span span = span(text, word.start(), word.end() - word.start());
        if (equals <= 0) {
          throw new Unrendered(
              Diagnostic.error(span, "`" + word.text() + "` is not a variable")
                  .hint(
                      "write `name=value`; a value with blanks stands in quotes: `name=\"a b\"`"));
        }
        String name = word.text().substring(0, equals);
        Tree.Scalar key = Tree.text(span(text, word.start(), equals), name);
        Tree.Scalar.Kind kind = word.quoted() ? Tree.Scalar.Kind.QUOTED : Tree.Scalar.Kind.PLAIN;
        if (VariableNames.check(key, diagnostics)) {
          Tree value = new Tree.Scalar(span, word.text().substring(equals + 1), kind);
          variables.put(name, Masked.value(name, value));
        }
      }
    } catch (Unrendered e) {
      diagnostics.add(e.diagnostic());
    }
  }

  private static Span span(Text text, int offset, int length) {
    return text.place(offset, length);
  }
}
