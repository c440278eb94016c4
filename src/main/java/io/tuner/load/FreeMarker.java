package io.tuner.load;

import freemarker.core.Environment;
import freemarker.core.ParseException;
import freemarker.core.TemplateClassResolver;
import freemarker.core._CoreAPI;
import freemarker.template.Configuration;
import freemarker.template.TemplateException;
import freemarker.template.TemplateExceptionHandler;
import freemarker.template.TemplateModel;
import io.tuner.text.Diagnostic;
import io.tuner.text.Tree;
import java.io.IOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TimeZone;

/** FreeMarker, with everything taken away that could reach outside a template. */
final class FreeMarker {

  /** Before an expression, in parentheses, whose value is wanted. */
  static final String ASSIGN = "<#assign result=(";

  private final TemplateDirectory directory;
  private final Configuration configuration;
  private final Map<String, freemarker.template.Template> parsed = new HashMap<>();

  FreeMarker(TemplateDirectory directory) {
    this.directory = directory;
    this.configuration = configuration(directory);
  }

  /** Renders a text. */
  Tree.Scalar text(Template template, Names names) throws Unrendered, FactsWanted {
    Rendering rendering = new Rendering(names);
    BoundedWriter out = new BoundedWriter();
    run(template, template.scalar().text(), 0, rendering, out);
    Tree.Scalar.Kind kind =
        rendering.isSecret() ? Tree.Scalar.Kind.SECRET : template.scalar().kind();
    return new Tree.Scalar(template.scalar().span(), out.toString(), kind);
  }

  /**
   * The value of an expression.
   *
   * @param offset where in the scalar it begins
   */
  Value expression(Tree.Scalar scalar, int offset, String expression, Names names)
      throws Unrendered, FactsWanted {
    Rendering rendering = new Rendering(names);
    Template template = new Template(scalar, Optional.empty());
    String source = ASSIGN + expression + ")>";
    Environment environment =
        run(template, source, offset - ASSIGN.length(), rendering, new BoundedWriter());
    try {
      TemplateModel result = environment.getMainNamespace().get("result");
      Tree tree = RenderThread.run(() -> Models.tree(result, scalar.span(), rendering));
      return new Value.Known(tree);
    } catch (RenderThread.Exhausted e) {
      throw new Unrendered(scalar.span(), e.getMessage());
    } catch (Exception e) {
      rendering.rethrow(scalar.span());
      throw new Unrendered(scalar.span(), "this expression gives nothing that can be a value");
    }
  }

  private Environment run(
      Template template, String source, int shift, Rendering rendering, BoundedWriter out)
      throws Unrendered, FactsWanted {
    TemplateFault fault = new TemplateFault(template, source, shift, directory, rendering.names());
    try {
      Environment environment =
          RenderThread.run(
              () -> {
                Environment made = parse(source).createProcessingEnvironment(rendering.root(), out);
                made.process();
                return made;
              });
      rendering.rethrow(template.place(Math.max(0, firstTag(template)), 2));
      return environment;
    } catch (TemplateException | ParseException e) {
      rendering.rethrow(template.place(Math.max(0, firstTag(template)), 2));
      throw new Unrendered(fault.of(e));
    } catch (Unrendered | FactsWanted e) {
      throw e;
    } catch (RenderThread.Exhausted | BoundedWriter.Full e) {
      throw new Unrendered(
          Diagnostic.error(template.place(Math.max(0, firstTag(template)), 2), e.getMessage())
              .hint("what a template loops over must be short"));
    } catch (IOException e) {
      throw new Unrendered(fault.of(e));
    } catch (Exception e) {
      rendering.rethrow(template.place(Math.max(0, firstTag(template)), 2));
      throw new Unrendered(template.place(0, 1), "the template cannot be rendered");
    }
  }

  private static int firstTag(Template template) {
    int tag = template.scalar().text().indexOf("<#");
    return tag >= 0 ? tag : template.scalar().text().indexOf("${");
  }

  private freemarker.template.Template parse(String source) throws IOException {
    freemarker.template.Template known = parsed.get(source);
    if (known == null) {
      known = new freemarker.template.Template(null, source, configuration);
      _CoreAPI.addThreadInterruptedChecks(known);
      parsed.put(source, known);
    }
    return known;
  }

  private static Configuration configuration(TemplateDirectory directory) {
    System.setProperty("org.freemarker.loggerLibrary", "none");
    Configuration made = new Configuration(Configuration.VERSION_2_3_34);
    made.setTemplateLoader(directory);
    made.setLocalizedLookup(false);
    made.setTabSize(1);
    made.setTemplateUpdateDelayMilliseconds(Long.MAX_VALUE);
    made.setNewBuiltinClassResolver(TemplateClassResolver.ALLOWS_NOTHING_RESOLVER);
    made.setAPIBuiltinEnabled(false);
    made.setAutoEscapingPolicy(Configuration.DISABLE_AUTO_ESCAPING_POLICY);
    made.setRecognizeStandardFileExtensions(false);
    made.setInterpolationSyntax(Configuration.DOLLAR_INTERPOLATION_SYNTAX);
    made.setTagSyntax(Configuration.ANGLE_BRACKET_TAG_SYNTAX);
    made.setTemplateExceptionHandler(TemplateExceptionHandler.RETHROW_HANDLER);
    made.setAttemptExceptionReporter((exception, environment) -> {});
    made.setLogTemplateExceptions(false);
    made.setCustomNumberFormats(Map.of("text", WrittenNumber.FACTORY));
    made.setNumberFormat("@text");
    made.setBooleanFormat("c");
    made.setLocale(Locale.ROOT);
    made.setTimeZone(TimeZone.getTimeZone("UTC"));
    made.setDefaultEncoding("UTF-8");
    made.setObjectWrapper(Models.WRAPPER);
    return made;
  }
}
