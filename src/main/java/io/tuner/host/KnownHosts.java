package io.tuner.host;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The files of known host keys (sshd(8), SSH_KNOWN_HOSTS FILE FORMAT), read once for all hosts: with
 * patterns, negation, hashed names, {@code [host]:port}, {@code @cert-authority} and {@code
 * @revoked}.
 */
final class KnownHosts {

  /**
   * One line.
   *
   * @param marker empty, {@code @cert-authority} or {@code @revoked}
   * @param place {@code /home/a/.ssh/known_hosts:12}
   */
  record Entry(String marker, String names, String type, byte[] key, String place) {

    /** True where it is a key of a host, and no authority or warning. */
    boolean isKey() {
      return marker.isEmpty();
    }

    boolean fits(String name) {
      if (!names.startsWith("|1|")) {
        return SshConfig.matches(List.of(names.split(",")), name);
      }
      String[] parts = names.split("\\|");
      if (parts.length != 4) {
        return false;
      }
      try {
        Mac mac = Mac.getInstance("HmacSHA1");
        mac.init(new SecretKeySpec(Base64.getDecoder().decode(parts[2]), "HmacSHA1"));
        byte[] hash = mac.doFinal(name.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8));
        return Arrays.equals(hash, Base64.getDecoder().decode(parts[3]));
      } catch (GeneralSecurityException | IllegalArgumentException malformed) {
        return false;
      }
    }
  }

  private static final Set<String> MARKERS = Set.of("@cert-authority", "@revoked");

  private final Map<Path, List<Entry>> read = new HashMap<>();

  /** The lines of the files that speak of a name. */
  synchronized List<Entry> entries(List<Path> files, String name) throws Unreachable {
    List<Entry> found = new ArrayList<>();
    for (Path file : files) {
      List<Entry> entries = read.get(file);
      if (entries == null) {
        entries = parse(file);
        read.put(file, entries);
      }
      entries.stream().filter(entry -> entry.fits(name)).forEach(found::add);
    }
    return found;
  }

  /** The only key that one server may show, in place of a file. */
  synchronized void pin(Path inPlaceOf, Entry entry) {
    read.put(inPlaceOf, List.of(entry));
  }

  /** Remembers a key, in a line of its own at the end of the file. */
  synchronized void add(Path file, String name, String type, byte[] key) throws IOException {
    if (file.getParent() != null && !Files.isDirectory(file.getParent())) {
      Files.createDirectories(
          file.getParent(),
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }
    String line = name + " " + type + " " + Base64.getEncoder().encodeToString(key) + "\n";
    try (FileChannel channel =
        FileChannel.open(
            file,
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
      long size = channel.size();
      ByteBuffer last = ByteBuffer.allocate(1);
      boolean open = size > 0 && channel.read(last, size - 1) == 1 && last.get(0) != '\n';
      String whole = (open ? "\n" : "") + line;
      channel.write(ByteBuffer.wrap(whole.getBytes(StandardCharsets.UTF_8)), size);
      channel.force(true);
    }
    read.remove(file);
  }

  private static List<Entry> parse(Path file) throws Unreachable {
    List<String> lines;
    try {
      lines = Files.readAllLines(file, StandardCharsets.ISO_8859_1);
    } catch (NoSuchFileException none) {
      return List.of();
    } catch (IOException e) {
      throw new Unreachable(
          Unreachable.Kind.CONFIGURATION,
          file + ": cannot read the known host keys: " + e.getMessage(),
          "");
    }
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      String[] words = lines.get(i).strip().split("\\s+");
      int first = words[0].startsWith("@") ? 1 : 0;
      if (words[0].startsWith("#")
          || words.length < first + 3
          || (first == 1 && !MARKERS.contains(words[0]))) {
        continue;
      }
      try {
        entries.add(
            new Entry(
                first == 1 ? words[0] : "",
                words[first],
                words[first + 1],
                Base64.getDecoder().decode(words[first + 2]),
                file + ":" + (i + 1)));
      } catch (IllegalArgumentException malformed) {
        // ssh passes over a line that it cannot read, and so does everyone who shares the file.
      }
    }
    return List.copyOf(entries);
  }
}
