package io.tuner.load;

import freemarker.core.Environment;
import freemarker.core.TemplateNumberFormat;
import freemarker.core.TemplateNumberFormatFactory;
import freemarker.template.TemplateModelException;
import freemarker.template.TemplateNumberModel;
import freemarker.template.TemplateScalarModel;
import java.math.BigDecimal;
import java.util.Locale;

/**
 * Shows numbers for computers: one that was written keeps its text, a computed one has no grouping
 * and no exponent.
 */
final class WrittenNumber extends TemplateNumberFormat {

  static final TemplateNumberFormatFactory FACTORY =
      new TemplateNumberFormatFactory() {
        @Override
        public TemplateNumberFormat get(String parameters, Locale locale, Environment environment) {
          return new WrittenNumber();
        }
      };

  private WrittenNumber() {}

  @Override
  public String formatToPlainText(TemplateNumberModel number) throws TemplateModelException {
    return number instanceof TemplateScalarModel written
        ? written.getAsString()
        : text(number.getAsNumber());
  }

  static String text(Number number) {
    BigDecimal exact = new BigDecimal(number.toString());
    return exact.signum() == 0 ? "0" : exact.stripTrailingZeros().toPlainString();
  }

  @Override
  public boolean isLocaleBound() {
    return false;
  }

  @Override
  public String getDescription() {
    return "as written";
  }
}
