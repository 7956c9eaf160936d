/** What stored results say when they are laid side by side: pairs of trials, differences with intervals, verdicts. */
@NullMarked
package dev.ralbench.compare;

import org.jspecify.annotations.NullMarked;
