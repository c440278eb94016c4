package io.tuner.host;

import com.fasterxml.jackson.jr.ob.JSON;
import io.tuner.resource.Readings.Answer;
import io.tuner.text.Printable;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The links in the answers of a management controller, as JSON pointers name them (RFC 6901). */
final class Links {

  private Links() {}

  /**
   * The address that an answer names, which is one of the same controller.
   *
   * @throws Unreachable where it names none, or another: the password is not for that
   */
  static String next(Answer answer, String pointer) throws Unreachable {
    Object value = value(answer, pointer);
    if (!(value instanceof String link)) {
      throw fault(answer, "there is no text at " + pointer + " in its answer");
    }
    try {
      URI here = URI.create(answer.url());
      URI next = here.resolve(link);
      boolean same =
          here.getScheme().equals(next.getScheme())
              && here.getRawAuthority().equals(next.getRawAuthority());
      if (!same) {
        throw fault(answer, pointer + " in its answer leads elsewhere: " + Printable.of(link));
      }
      return next.toString();
    } catch (IllegalArgumentException malformed) {
      throw fault(answer, pointer + " in its answer is no address: " + Printable.of(link));
    }
  }

  private static Object value(Answer answer, String pointer) throws Unreachable {
    Object value;
    try {
      value = JSON.std.anyFrom(answer.body());
    } catch (IOException malformed) {
      throw fault(answer, "its answer is not JSON");
    }
    return value(value, List.of(pointer.split("/", -1)), 1);
  }

  private static Object value(Object here, List<String> names, int next) {
    if (next == names.size()) {
      return here;
    }
    String name = names.get(next).replace("~1", "/").replace("~0", "~");
    if (here instanceof Map<?, ?> map) {
      return value(map.get(name), names, next + 1);
    }
    if (here instanceof List<?> list && name.startsWith("*")) {
      String word = name.substring(1).toLowerCase(Locale.ROOT);
      return list.stream()
          .map(item -> value(item, names, next + 1))
          .filter(end -> end instanceof String text && text.toLowerCase(Locale.ROOT).contains(word))
          .findFirst()
          .orElse(null);
    }
    if (here instanceof List<?> list && name.matches("[0-9]{1,6}")) {
      int index = Integer.parseInt(name);
      return index < list.size() ? value(list.get(index), names, next + 1) : null;
    }
    return null;
  }

  private static Unreachable fault(Answer answer, String words) {
    return new Unreachable(Unreachable.Kind.CLOSED, answer.url() + ": " + words, "");
  }
}
