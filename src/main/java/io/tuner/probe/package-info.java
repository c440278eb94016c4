/**
 * Reading a host: one script of many probes, the parser of what it answers, and the facts. Sends no
 * changing command.
 */
package io.tuner.probe;
