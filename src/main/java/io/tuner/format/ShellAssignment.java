package io.tuner.format;

import java.util.List;

/**
 * One assignment of a shell file, or an {@code unset}.
 *
 * @param file which of several files it stands in
 * @param append whether it was written {@code +=}
 * @param start index of the value's first raw character, quotes included
 * @param end index after the value's last raw character
 * @param pieces what the value is made of
 * @param closing the quote that ends the value, if its last raw character is one
 * @param unset whether this takes the variable away
 * @param doubt why it is not certain that, or to what, this sets the variable; else empty
 */
record ShellAssignment(
    int file,
    String name,
    boolean append,
    int start,
    int end,
    List<ShellPiece> pieces,
    ShellPiece.Quote closing,
    boolean unset,
    String doubt) {

  static ShellAssignment doubtful(int file, String name, int at, String doubt) {
    return new ShellAssignment(
        file, name, false, at, at, List.of(), ShellPiece.Quote.NONE, false, doubt);
  }

  static ShellAssignment unset(int file, String name, int at, String doubt) {
    return new ShellAssignment(
        file, name, false, at, at, List.of(), ShellPiece.Quote.NONE, true, doubt);
  }

  ShellAssignment withDoubt(String reason) {
    return new ShellAssignment(file, name, append, start, end, pieces, closing, unset, reason);
  }
}
