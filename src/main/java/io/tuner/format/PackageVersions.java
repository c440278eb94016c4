package io.tuner.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What dpkg and rpm say of an installed package, and the order of their versions. */
public final class PackageVersions {
  private PackageVersions() {}

  /**
   * The installed version by the output of {@code dpkg-query -W -f='${db:Status-Status}\t
   * ${Version}\n'}; empty where it is not installed, also where only its configuration is left.
   *
   * @throws Refusal if an installation was interrupted (half-installed, unpacked, …)
   */
  public static Optional<String> dpkg(String output) throws Refusal {
    Optional<String> version = Optional.empty();
    for (Line line : Line.split(output)) {
      String[] fields = line.text().strip().split("\\s+", 2);
      switch (fields[0]) {
        case "installed" -> version = Optional.of(fields.length > 1 ? fields[1] : "");
        case "half-installed", "unpacked", "half-configured", "triggers-awaited" ->
            throw new Refusal("the package is " + fields[0] + ", not installed");
        case "triggers-pending" -> version = Optional.of(fields.length > 1 ? fields[1] : "");
        default -> {}
      }
    }
    return version;
  }

  /**
   * The installed versions by the output of {@code rpm -q --qf
   * '%{EPOCHNUM}:%{VERSION}-%{RELEASE}\n'}, in its order; several of a package that allows it
   * (kernel), none where it is not installed.
   */
  public static List<String> rpm(String output) {
    List<String> versions = new ArrayList<>();
    for (Line line : Line.split(output)) {
      String text = line.text().strip().replaceFirst("^\\(none\\):", "0:");
      if (!text.isEmpty() && text.indexOf(' ') < 0) {
        versions.add(text);
      }
    }
    return versions;
  }

  /**
   * Compares two Debian versions, {@code [epoch:]upstream[-revision]} (deb-version(7)).
   *
   * @return negative, zero or positive as of {@link Comparable}
   */
  public static int compareDebian(String a, String b) {
    int epoch = compareNumbers(epoch(a), epoch(b));
    if (epoch != 0) {
      return epoch;
    }
    String restA = a.substring(a.indexOf(':') + 1);
    String restB = b.substring(b.indexOf(':') + 1);
    int dashA = restA.lastIndexOf('-');
    int dashB = restB.lastIndexOf('-');
    int upstream =
        debianPart(
            dashA < 0 ? restA : restA.substring(0, dashA),
            dashB < 0 ? restB : restB.substring(0, dashB));
    return upstream != 0
        ? upstream
        : debianPart(
            dashA < 0 ? "" : restA.substring(dashA + 1),
            dashB < 0 ? "" : restB.substring(dashB + 1));
  }

  private static int debianPart(String a, String b) {
    int i = 0;
    int j = 0;
    while (i < a.length() || j < b.length()) {
      while (i < a.length() && !isDigit(a.charAt(i)) || j < b.length() && !isDigit(b.charAt(j))) {
        int difference = Integer.compare(weight(a, i), weight(b, j));
        if (difference != 0) {
          return difference;
        }
        i++;
        j++;
      }
      int endA = digitsEnd(a, i);
      int endB = digitsEnd(b, j);
      int difference = compareNumbers(a.substring(i, endA), b.substring(j, endB));
      if (difference != 0) {
        return difference;
      }
      i = endA;
      j = endB;
    }
    return 0;
  }

  /** A tilde sorts before the end, the end before letters, letters before all else. */
  private static int weight(String text, int at) {
    if (at >= text.length() || isDigit(text.charAt(at))) {
      return 0;
    }
    char c = text.charAt(at);
    return c == '~' ? -1 : isLetter(c) ? c : c + 0x10000;
  }

  /**
   * Compares two RPM versions, {@code [epoch:]version[-release]}. Where one has no release,
   * releases are not compared, as for rpm's own dependencies.
   *
   * @return negative, zero or positive as of {@link Comparable}
   */
  public static int compareRpm(String a, String b) {
    int epoch = compareNumbers(epoch(a), epoch(b));
    if (epoch != 0) {
      return epoch;
    }
    String restA = a.substring(a.indexOf(':') + 1);
    String restB = b.substring(b.indexOf(':') + 1);
    int dashA = restA.lastIndexOf('-');
    int dashB = restB.lastIndexOf('-');
    int version =
        rpmPart(
            dashA < 0 ? restA : restA.substring(0, dashA),
            dashB < 0 ? restB : restB.substring(0, dashB));
    return version != 0 || dashA < 0 || dashB < 0
        ? version
        : rpmPart(restA.substring(dashA + 1), restB.substring(dashB + 1));
  }

  /** The algorithm of rpmvercmp (rpm-version(7)). */
  private static int rpmPart(String a, String b) {
    int i = 0;
    int j = 0;
    while (true) {
      i = skip(a, i);
      j = skip(b, j);
      char signA = i < a.length() ? a.charAt(i) : 0;
      char signB = j < b.length() ? b.charAt(j) : 0;
      if (signA == '~' || signB == '~' || signA == '^' || signB == '^') {
        if (signA != signB) {
          return Integer.compare(rank(signA), rank(signB));
        }
        i++;
        j++;
        continue;
      }
      if (signA == 0 || signB == 0) {
        return Integer.compare(signA == 0 ? 0 : 1, signB == 0 ? 0 : 1);
      }
      if (isDigit(signA) != isDigit(signB)) {
        return isDigit(signA) ? 1 : -1;
      }
      int endA = isDigit(signA) ? digitsEnd(a, i) : lettersEnd(a, i);
      int endB = isDigit(signB) ? digitsEnd(b, j) : lettersEnd(b, j);
      String partA = a.substring(i, endA);
      String partB = b.substring(j, endB);
      int difference =
          isDigit(signA) ? compareNumbers(partA, partB) : Integer.signum(partA.compareTo(partB));
      if (difference != 0) {
        return difference;
      }
      i = endA;
      j = endB;
    }
  }

  /** Tilde before the end, the end before a caret, a caret before all else. */
  private static int rank(char sign) {
    return sign == '~' ? 0 : sign == 0 ? 1 : sign == '^' ? 2 : 3;
  }

  private static int skip(String text, int from) {
    int at = from;
    while (at < text.length()
        && !isDigit(text.charAt(at))
        && !isLetter(text.charAt(at))
        && "~^".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    return at;
  }

  private static String epoch(String version) {
    int colon = version.indexOf(':');
    String epoch = colon < 0 ? "" : version.substring(0, colon);
    return digitsEnd(epoch, 0) == epoch.length() ? epoch : "";
  }

  private static int compareNumbers(String a, String b) {
    String numberA = a.replaceFirst("^0+", "");
    String numberB = b.replaceFirst("^0+", "");
    int longer = Integer.compare(numberA.length(), numberB.length());
    return longer != 0 ? longer : Integer.signum(numberA.compareTo(numberB));
  }

  private static int digitsEnd(String text, int from) {
    int end = from;
    while (end < text.length() && isDigit(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static int lettersEnd(String text, int from) {
    int end = from;
    while (end < text.length() && isLetter(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isLetter(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
  }
}
