/** Processes of this machine: start them, look at them in {@code /proc}, and make sure that none of them stays behind. */
@NullMarked
package dev.ralbench.process;

import org.jspecify.annotations.NullMarked;
