/** Watches during a load: of the target, its dependencies, the machine, and ralbench itself. */
@NullMarked
package dev.ralbench.trial.watch;

import org.jspecify.annotations.NullMarked;
