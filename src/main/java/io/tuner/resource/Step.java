package io.tuner.resource;

import io.tuner.text.Secret;
import io.tuner.text.Shell;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** One command of a script. */
public sealed interface Step {

  /** As people read it: the shell command it amounts to. */
  String show();

  /** Mode (octal), owner and group (names or numbers); what is empty stays as it is. */
  record Ownership(Optional<String> mode, Optional<String> owner, Optional<String> group) {
    public static final Ownership KEEP =
        new Ownership(Optional.empty(), Optional.empty(), Optional.empty());

    public static Ownership mode(String mode) {
      return new Ownership(Optional.of(mode), Optional.empty(), Optional.empty());
    }
  }

  /**
   * A tool that accepts or refuses a new file before it is put in place; {@code %s} is the file.
   *
   * @param faults where given, a word in those lines of its answer that tell a fault: the new file
   *     passes where it has none that the old one has not as well
   */
  record Check(
      String tool, List<String> arguments, boolean onlyIfInstalled, Optional<String> faults) {
    public Check {
      arguments = List.copyOf(arguments);
    }
  }

  /** See {@link Script#write}. */
  record Write(String path, String value) implements Step {
    public Write {
      path = Paths.absolute(path);
    }

    @Override
    public String show() {
      return "printf '%s\\n' " + Shell.quote(value) + " > " + Shell.quote(path);
    }
  }

  /** See {@link Script#replaceFile}. */
  record ReplaceFile(String path, Content content, Ownership ownership, Optional<Check> check)
      implements Step {
    public ReplaceFile {
      path = Paths.absolute(path);
    }

    @Override
    public String show() {
      return "replace " + Shell.quote(path) + " (" + content.bytes().length + " bytes)";
    }
  }

  /** See {@link Script#removeFile}. */
  record RemoveFile(String path) implements Step {
    public RemoveFile {
      path = Paths.absolute(path);
    }

    @Override
    public String show() {
      return "rm -f " + Shell.quote(path);
    }
  }

  /** See {@link Script#makeDirectory}. */
  record MakeDirectory(String path, Ownership ownership) implements Step {
    public MakeDirectory {
      path = Paths.absolute(path);
    }

    @Override
    public String show() {
      return "mkdir -p " + Shell.quote(path);
    }
  }

  /** See {@link Script#removeDirectory}. */
  record RemoveDirectory(String path) implements Step {
    public RemoveDirectory {
      path = Paths.absolute(path);
    }

    @Override
    public String show() {
      return "rmdir " + Shell.quote(path);
    }
  }

  /** See {@link Script#copyTree}. */
  record CopyTree(String from, String to) implements Step {
    public CopyTree {
      from = Paths.absolute(from);
      to = Paths.absolute(to);
    }

    @Override
    public String show() {
      return "cp -a " + Shell.join(List.of(from, to));
    }
  }

  /** See {@link Script#moveContents}. */
  record MoveContents(String from, String to) implements Step {
    public MoveContents {
      from = Paths.absolute(from);
      to = Paths.absolute(to);
    }

    @Override
    public String show() {
      return "mv " + Shell.quote(from) + "/* " + Shell.quote(to);
    }
  }

  /** See {@link Script#removeTree}. */
  record RemoveTree(String path) implements Step {
    public RemoveTree {
      path = Paths.absolute(path);
    }

    @Override
    public String show() {
      return "rm -rf " + Shell.quote(path);
    }
  }

  /** See {@link Script#within}. */
  record Long(Step step, Duration most) implements Step {
    @Override
    public String show() {
      return step.show();
    }
  }

  /** See {@link Script#rename}. */
  record Rename(String from, String to) implements Step {
    public Rename {
      from = Paths.absolute(from);
      to = Paths.absolute(to);
    }

    @Override
    public String show() {
      return "mv -T " + Shell.join(List.of(from, to));
    }
  }

  /** See {@link Script#link}. */
  record MakeLink(String path, String target) implements Step {
    public MakeLink {
      path = Paths.absolute(path);
    }

    @Override
    public String show() {
      return "ln -sfn " + Shell.quote(target) + " " + Shell.quote(path);
    }
  }

  /** See {@link Script#setOwnership}. */
  record SetOwnership(String path, Ownership ownership) implements Step {
    public SetOwnership {
      path = Paths.absolute(path);
    }

    @Override
    public String show() {
      List<String> commands = new ArrayList<>();
      ownership.owner().ifPresent(o -> commands.add("chown " + Shell.join(List.of(o, path))));
      ownership.group().ifPresent(g -> commands.add("chgrp " + Shell.join(List.of(g, path))));
      ownership.mode().ifPresent(m -> commands.add("chmod " + Shell.join(List.of(m, path))));
      return String.join(" && ", commands);
    }
  }

  /** See {@link Script#run(String, String...)} and {@link Script#runUnless}. */
  record Run(
      List<String> tools,
      List<String> arguments,
      Optional<Secret> input,
      Set<Integer> successes,
      Optional<String> refusal)
      implements Step {
    public Run {
      tools = List.copyOf(tools);
      arguments = List.copyOf(arguments);
      successes = Set.copyOf(successes);
    }

    @Override
    public String show() {
      List<String> words = new ArrayList<>(List.of(tools.get(0)));
      words.addAll(arguments);
      return Shell.join(words) + (input.isPresent() ? " < (secret)" : "");
    }
  }

  /** See {@link Script#shell}. */
  record Command(String command) implements Step {
    @Override
    public String show() {
      return command;
    }
  }

  /** See {@link Script#send}. */
  record Send(Upload file, String path) implements Step {
    public Send {
      path = Paths.absolute(path);
    }

    @Override
    public String show() {
      return "send " + Shell.join(List.of(file.path(), path)) + " (" + file.size() + " bytes)";
    }
  }

  /**
   * See {@link Script#http}.
   *
   * @param request sent first
   * @param otherwise sent where that one is refused for a reason
   * @param busy when it is sent again
   */
  record Request(Read.Http request, Optional<Otherwise> otherwise, Busy busy) implements Step {
    @Override
    public String show() {
      return request.method() + " " + request.url();
    }
  }

  /**
   * Another request for the same.
   *
   * @param word in the refusal of the first one, which must have it
   */
  record Otherwise(String word, Read.Http request) {}

  /**
   * A controller that has no time now: it answers with 503, or with another failure that has one of
   * the words.
   *
   * @param words in its answer
   * @param patience for how long it is asked again
   */
  record Busy(Set<String> words, Duration patience) {
    /** Asked once. */
    public static final Busy NEVER = new Busy(Set.of(), Duration.ZERO);

    public Busy {
      words = Set.copyOf(words);
    }
  }

  /** See {@link Script#attempt}. */
  record Attempt(List<Step> body, List<Step> undo) implements Step {
    public Attempt {
      body = List.copyOf(body);
      undo = List.copyOf(undo);
    }

    @Override
    public String show() {
      return body.stream().map(Step::show).collect(Collectors.joining("\n"));
    }
  }

  /** See {@link Script#each}. */
  record Each(List<Step> steps) implements Step {
    public Each {
      steps = List.copyOf(steps);
    }

    @Override
    public String show() {
      return steps.stream().map(Step::show).collect(Collectors.joining("\n"));
    }
  }
}
