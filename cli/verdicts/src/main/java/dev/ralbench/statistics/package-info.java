/**
 * Statistics of paired and unpaired trials: pure arithmetic on numbers, no input or output, no randomness without a
 * seed, and the same sums in the same order on every machine.
 */
@NullMarked
package dev.ralbench.statistics;

import org.jspecify.annotations.NullMarked;
