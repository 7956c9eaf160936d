/** The self-describing record of a run, as JSON in and out; what must be equal for two runs to be compared; published figures. */
@NullMarked
package dev.ralbench.result;

import org.jspecify.annotations.NullMarked;
