package io.tuner.load;

import freemarker.template.TemplateHashModel;
import freemarker.template.TemplateModel;
import freemarker.template.TemplateModelException;
import io.tuner.text.Span;
import java.util.Optional;

/** One run of FreeMarker: what it may read, and what came up while it read. */
final class Rendering {

  private final Names names;
  private boolean secret;
  private Unrendered unrendered;
  private FactsWanted factsWanted;

  Rendering(Names names) {
    this.names = names;
  }

  Names names() {
    return names;
  }

  /** True where a secret was written into the result. */
  boolean isSecret() {
    return secret;
  }

  void secretWasRead() {
    secret = true;
  }

  /** Something that reads variables. */
  interface Reading<T> {
    T read() throws Unrendered, FactsWanted;
  }

  /** Reads, and remembers a failure, so that no {@code <#attempt>} hides it. */
  <T> T read(Reading<T> reading) throws TemplateModelException {
    try {
      return reading.read();
    } catch (Unrendered e) {
      unrendered = unrendered == null ? e : unrendered;
      throw new TemplateModelException("a variable cannot be had");
    } catch (FactsWanted e) {
      factsWanted = factsWanted == null ? e : factsWanted;
      throw new TemplateModelException("a fact is not known yet");
    }
  }

  /** Throws what came up while variables were read, at this place where it has none. */
  void rethrow(Span span) throws Unrendered, FactsWanted {
    if (unrendered != null) {
      throw unrendered.at(span);
    }
    if (factsWanted != null) {
      throw factsWanted;
    }
  }

  TemplateHashModel root() {
    return new TemplateHashModel() {
      @Override
      public TemplateModel get(String key) throws TemplateModelException {
        Optional<Value> value = read(() -> names.resolve(key));
        return value.isPresent() ? Models.of(value.get(), Rendering.this) : null;
      }

      @Override
      public boolean isEmpty() {
        return false;
      }
    };
  }
}
