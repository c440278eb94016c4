/**
 * Changing a host: the conversation with its shell, the journal it keeps, verification, and
 * rollback of one host. The only place that sends a changing command.
 */
package io.tuner.apply;
