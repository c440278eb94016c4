package io.tuner.host;

import com.fasterxml.jackson.jr.ob.JSON;
import io.tuner.resource.Readings.Answer;
import io.tuner.text.Printable;
import java.io.IOException;
import java.net.URI;
import java.util.List;
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
    String[] names = pointer.split("/", -1);
    for (int i = 1; i < names.length; i++) {
      String name = names[i].replace("~1", "/").replace("~0", "~");
      if (value instanceof Map<?, ?> map) {
        value = map.get(name);
      } else if (value instanceof List<?> list && name.matches("[0-9]{1,6}")) {
        int index = Integer.parseInt(name);
        value = index < list.size() ? list.get(index) : null;
      } else {
        return null;
      }
    }
    return value;
  }

  private static Unreachable fault(Answer answer, String words) {
    return new Unreachable(Unreachable.Kind.CLOSED, answer.url() + ": " + words, "");
  }
}
