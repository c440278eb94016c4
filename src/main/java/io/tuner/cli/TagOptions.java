package io.tuner.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Which tasks of a playbook take part. */
final class TagOptions {

  @Option(
      names = {"-t", "--tags"},
      paramLabel = "TAGS",
      split = ",",
      description = "Only tasks with one of these tags.")
  List<String> tags = new ArrayList<>();

  @Option(
      names = "--skip-tags",
      paramLabel = "TAGS",
      split = ",",
      description = "No tasks with one of these tags.")
  List<String> skipTags = new ArrayList<>();
}
