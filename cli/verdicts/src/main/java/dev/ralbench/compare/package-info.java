/** Comparison of stored results: pairs of trials, differences with intervals, verdicts. */
@NullMarked
package dev.ralbench.compare;

import org.jspecify.annotations.NullMarked;
