package io.tuner.resources;

import io.tuner.format.BootFiles;
import io.tuner.format.KernelWishes;
import io.tuner.format.Refusal;
import io.tuner.resource.Content;
import io.tuner.resource.Script;
import io.tuner.resources.KernelCmdlineState.Way;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The way from one command line to another. */
record KernelCmdlineScript(KernelWishes wishes, KernelCmdlineState from, KernelCmdlineState to) {

  Script script() {
    if (from.file().equals(to.file()) && from.entries().equals(to.entries())) {
      return Script.empty();
    }
    boolean generated = from.around().way() != Way.ENTRIES;
    if (generated && !to.around().decided() && !to.file().equals(to.entries())) {
      return Script.impossible(
          "the boot entries were not what is configured, and no generator makes them so again");
    }
    try {
      Map<String, String> wanted = files().texts();
      Script edit = Script.empty();
      Script undo = Script.empty();
      for (Map.Entry<String, String> file : from.around().files().entrySet()) {
        String text = wanted.get(file.getKey());
        if (!text.equals(file.getValue())) {
          edit = edit.replaceFile(file.getKey(), Content.of(text));
          undo = undo.replaceFile(file.getKey(), Content.of(file.getValue()));
        }
      }
      Script change = edit.then(generate());
      return undo.isEmpty() || change.steps().size() == 1
          ? change
          : Script.empty().attempt(change, undo);
    } catch (Refusal refusal) {
      return Script.impossible("the boot configuration: " + refusal.getMessage());
    }
  }

  /** An old file comes back as it was where nobody else changed it since; else key by key. */
  private BootFiles files() throws Refusal {
    BootFiles found = from.around().bootFiles();
    BootFiles old = to.around().bootFiles();
    if (to.around().decided()) {
      return found.with(wishes);
    }
    Map<String, String> ours = old.with(wishes).texts();
    Map<String, String> files = new LinkedHashMap<>(found.transplanted(old, wishes.keys()).texts());
    files.replaceAll(
        (path, text) ->
            found.texts().get(path).equals(ours.get(path)) ? old.texts().get(path) : text);
    return new BootFiles(files);
  }

  private Script generate() {
    Script script = Script.empty();
    if (from.around().way() == Way.UPDATE_GRUB) {
      return script.run("update-grub");
    }
    boolean told = from.around().way() == Way.MKCONFIG;
    for (String path : told ? from.around().configurations() : List.<String>of()) {
      List<String> tools = List.of("grub2-mkconfig", "grub-mkconfig");
      script = script.run(tools, List.of("-o", path), Optional.empty(), Set.of(0));
    }
    return script;
  }
}
