/**
 * The contract of a resource: what a type of tuning says of itself, so that the engine owns
 * difference, dry run, verification, journal, saved plan and rollback, once, for all types. Holds
 * no type; contacts no host.
 */
package io.tuner.resource;
