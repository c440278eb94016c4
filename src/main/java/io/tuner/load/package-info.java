/**
 * From files to wanted states: YAML with its places, inventories, playbooks, variables and
 * templates. {@link io.tuner.load.Loader} reads everything, says everything that is wrong with it
 * at once, and gives {@link io.tuner.load.Loaded}, which expands a play for a host into {@link
 * io.tuner.load.Instance}s: without facts first, and again with facts where an instance needs them.
 *
 * <p>The only package that knows snakeyaml and FreeMarker. Reads files of the control machine and
 * runs executable inventories; contacts no host.
 */
package io.tuner.load;
