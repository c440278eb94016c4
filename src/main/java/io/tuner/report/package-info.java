/**
 * What people and programs read: a run in five forms, progress while it works, the reference pages
 * of the types and the JSON Schema of playbooks. The only place for colour and charts.
 */
package io.tuner.report;
