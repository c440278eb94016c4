/**
 * The commands, their options and exit codes, and the one class that runs the flow. The only place
 * for picocli, for questions to the operator, and for deciding whether there is a terminal.
 */
package io.tuner.cli;
