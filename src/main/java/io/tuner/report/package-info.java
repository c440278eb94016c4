/**
 * What people and programs read: a run as text and as JSON, progress while it works, the reference
 * pages of the types and the JSON Schema of playbooks. The only place for colour.
 */
package io.tuner.report;
