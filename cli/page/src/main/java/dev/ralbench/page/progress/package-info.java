/** Progress of a run: a live display on a terminal, lines elsewhere. */
@NullMarked
package dev.ralbench.page.progress;

import org.jspecify.annotations.NullMarked;
