/**
 * Words every other package needs: places in files, diagnostics, shell quoting, sizes, durations,
 * CPU lists and masks, secrets, and values that remember where they were written. No I/O.
 */
package io.tuner.text;
