/** The self-describing record of a run, as JSON in and out; the facts that compared runs must share; predictions. */
@NullMarked
package dev.ralbench.result;

import org.jspecify.annotations.NullMarked;
