/**
 * How load arrives and who sends it: pure arithmetic and a state machine per user. No network and no clock of its own.
 */
@NullMarked
package dev.ralbench.load;

import org.jspecify.annotations.NullMarked;
