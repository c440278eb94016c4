/**
 * What a run is going to do, or did: the one comparison of observed and wanted states, the changes
 * it gives, conflicts, and plans that can be saved and refused when a host moved. Pure.
 */
package io.tuner.plan;
