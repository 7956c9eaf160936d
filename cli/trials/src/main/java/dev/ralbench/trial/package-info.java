/** Schedules blocks x variants x trials and carries them out: the one place where targets, load, recording and results meet. */
@NullMarked
package dev.ralbench.trial;

import org.jspecify.annotations.NullMarked;
