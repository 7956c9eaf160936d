/** What is seen while a run goes on: a live display on a terminal, lines elsewhere. */
@NullMarked
package dev.ralbench.page.progress;

import org.jspecify.annotations.NullMarked;
