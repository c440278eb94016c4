package io.tuner.resources;

import io.tuner.format.BootFiles;
import io.tuner.format.GrubConfig;
import io.tuner.resource.Content;
import io.tuner.resource.Probe;
import io.tuner.resource.ProbeFailed;
import io.tuner.resource.Reading;
import io.tuner.resource.Readings;
import io.tuner.resources.KernelCmdlineState.Around;
import io.tuner.resources.KernelCmdlineState.Way;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Finds out how a host boots, and reads all that its kernel's command line is made from. */
final class BootReader {

  private static final String RUNNING = "/proc/cmdline";
  private static final String DROP_INS = "/etc/default/grub.d/*.cfg";
  private static final String ENTRIES = BootFiles.ENTRIES + "*.conf";
  private static final String EFI = "/sys/firmware/efi";
  private static final String EFI_CONFIGURATIONS = "/boot/efi/EFI/*/grub.cfg";
  private static final List<String> CONFIGURATIONS =
      List.of("/boot/grub2/grub.cfg", "/boot/grub/grub.cfg");
  private static final String UPDATE_GRUB = "/usr/sbin/update-grub";

  private final Readings readings;
  private final Map<String, String> texts = new TreeMap<>();
  private final Map<String, GrubConfig> configurations = new LinkedHashMap<>();

  private BootReader(Readings readings) {
    this.readings = readings;
  }

  static Probe probe() {
    Probe probe = Probe.NOTHING;
    List<String> files =
        List.of(
            RUNNING,
            BootFiles.DEFAULTS,
            BootFiles.ENVIRONMENT,
            BootFiles.LATER,
            CONFIGURATIONS.get(0),
            CONFIGURATIONS.get(1));
    for (String file : files) {
      probe = probe.file(file);
    }
    for (String glob : List.of(DROP_INS, ENTRIES, EFI_CONFIGURATIONS)) {
      probe = probe.glob(glob);
    }
    return probe.attributes(EFI).attributes(UPDATE_GRUB);
  }

  static Around read(Readings readings) throws ProbeFailed {
    return new BootReader(readings).around();
  }

  private Around around() throws ProbeFailed {
    boolean debian = readings.attributes(UPDATE_GRUB).known(UPDATE_GRUB).isPresent();
    for (String file : List.of(BootFiles.DEFAULTS, BootFiles.ENVIRONMENT, BootFiles.LATER)) {
      text(file).ifPresent(text -> texts.put(file, text));
    }
    if (debian) {
      texts.putAll(glob(DROP_INS));
    }
    String bootText = "";
    for (String path : CONFIGURATIONS) {
      Optional<String> text = readings.text(path);
      text.ifPresent(t -> configurations.put(path, GrubConfig.parse(t)));
      bootText += text.orElse("");
    }
    Map<String, String> entries = glob(ENTRIES);
    List<String> written = written();
    Way way = Way.NONE;
    if (debian) {
      way = Way.UPDATE_GRUB;
    } else if (!entries.isEmpty() && (bootText.contains("blscfg") || written.isEmpty())) {
      way = Way.ENTRIES;
      texts.putAll(entries);
    } else if (!written.isEmpty()) {
      way = Way.MKCONFIG;
    }
    if (way != Way.ENTRIES) {
      texts.remove(BootFiles.ENVIRONMENT);
    }
    List<String> generated = new ArrayList<>();
    for (String path : way == Way.ENTRIES ? List.<String>of() : written) {
      for (GrubConfig.Entry entry : configurations.get(path).entries()) {
        if (!entry.isRescue()) {
          generated.add(entry.arguments().text());
        }
      }
    }
    return new Around(
        way, texts, generated, written, readings.line(RUNNING), Optional.empty(), false);
  }

  /** The generated files that the firmware's way leads to; a stub leads to the real one. */
  private List<String> written() throws ProbeFailed {
    List<String> written = new ArrayList<>();
    if (readings.attributes(EFI).known(EFI).isPresent()) {
      for (Map.Entry<String, String> file : glob(EFI_CONFIGURATIONS).entrySet()) {
        GrubConfig configuration = GrubConfig.parse(file.getValue());
        if (!configuration.isStub() && !configuration.entries().isEmpty()) {
          configurations.put(file.getKey(), configuration);
          written.add(file.getKey());
        }
      }
    }
    for (String path : CONFIGURATIONS) {
      boolean boots = configurations.containsKey(path) && !configurations.get(path).isStub();
      if (written.isEmpty() && boots && !configurations.get(path).entries().isEmpty()) {
        written.add(path);
      }
    }
    return written;
  }

  private Optional<String> text(String path) throws ProbeFailed {
    return text(path, readings.file(path));
  }

  /** A file that is edited must be text; another one is left alone. */
  private static Optional<String> text(String path, Reading<Content> reading) throws ProbeFailed {
    Optional<Content> content = reading.known(path);
    if (content.isPresent() && content.get().text().isEmpty()) {
      throw new ProbeFailed(path + " is not text in UTF-8");
    }
    return content.flatMap(Content::text);
  }

  private Map<String, String> glob(String pattern) throws ProbeFailed {
    Map<String, String> found = new TreeMap<>();
    for (Map.Entry<String, Reading<Content>> file : readings.glob(pattern).entrySet()) {
      text(file.getKey(), file.getValue()).ifPresent(text -> found.put(file.getKey(), text));
    }
    return found;
  }
}
