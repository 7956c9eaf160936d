/** Rules that decide whether a comparison fails a build: their file, their judgement, and their sensitivity. */
@NullMarked
package dev.ralbench.gate;

import org.jspecify.annotations.NullMarked;
