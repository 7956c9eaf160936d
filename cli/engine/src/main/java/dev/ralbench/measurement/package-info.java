/** Recording of a load's events, and the immutable findings of one trial. */
@NullMarked
package dev.ralbench.measurement;

import org.jspecify.annotations.NullMarked;
