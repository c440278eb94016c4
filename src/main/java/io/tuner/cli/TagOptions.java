package io.tuner.cli;

import java.util.ArrayList;
import java.util.List;

/** Which tasks of a playbook take part. */
final class TagOptions {

  final List<String> tags = new ArrayList<>();
  final List<String> skipTags = new ArrayList<>();

  void declare(Syntax syntax) {
    syntax.manyOptions(
        "TAGS",
        text -> tags.addAll(List.of(text.split(","))),
        "Only tasks with one of these tags, separated by commas.",
        "-t",
        "--tags");
    syntax.manyOptions(
        "TAGS",
        text -> skipTags.addAll(List.of(text.split(","))),
        "No tasks with one of these tags.",
        "--skip-tags");
  }
}
