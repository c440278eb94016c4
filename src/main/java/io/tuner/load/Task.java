package io.tuner.load;

import io.tuner.text.Span;
import io.tuner.text.Tree;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A task or a handler as written, blocks and imports resolved; {@link Loaded#expand} makes {@link
 * Instance}s of it.
 *
 * @param span the place of its resource key
 * @param name a template; empty where there is none
 * @param type the resource key, or {@code assert}
 * @param parameters the value of that key
 * @param when conditions that must all hold, those of blocks and imports first
 * @param loop what it is repeated over
 * @param notifies handlers, or topics they listen to
 * @param listen topics, for a handler
 * @param tags its own and those of its blocks, imports and play
 * @param vars its own over those of its blocks and imports
 * @param become a template or a boolean; its own, else its block's
 * @param becomeUser a template
 * @param ignoreErrors a template or a boolean
 * @param directory of the file it stands in
 */
public record Task(
    Span span,
    Optional<Tree.Scalar> name,
    String type,
    Tree parameters,
    List<Tree.Scalar> when,
    Optional<Loop> loop,
    List<Tree.Scalar> notifies,
    List<Tree.Scalar> listen,
    Set<String> tags,
    Map<String, Tree> vars,
    Optional<Tree.Scalar> become,
    Optional<Tree.Scalar> becomeUser,
    Optional<Tree.Scalar> ignoreErrors,
    java.nio.file.Path directory) {

  /**
   * What a task is repeated over.
   *
   * @param items a list, or a template that gives one
   * @param variable the name of the item: {@code item} unless told otherwise
   * @param index the name of the position, counted from 0
   * @param label a template for what is shown of an item
   */
  public record Loop(
      Tree items, String variable, Optional<String> index, Optional<Tree.Scalar> label) {}
}
