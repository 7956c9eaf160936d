/** Rules that decide whether a comparison fails a build: their file, their judgement, and what they could have seen. */
@NullMarked
package dev.ralbench.gate;

import org.jspecify.annotations.NullMarked;
