/**
 * The resource types and actions, one record a file, and {@link io.tuner.resources.Resources}, the
 * sorted list of them. A type holds no parser of foreign text and does no I/O.
 */
package io.tuner.resources;
