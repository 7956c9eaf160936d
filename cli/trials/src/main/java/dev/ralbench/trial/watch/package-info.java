/** What watches while a load is on: the target, what runs next to it, the machine, and ralbench itself. */
@NullMarked
package dev.ralbench.trial.watch;

import org.jspecify.annotations.NullMarked;
