/** The load generator's ceiling on this machine: measured before the first trial. */
@NullMarked
package dev.ralbench.trial.calibration;

import org.jspecify.annotations.NullMarked;
