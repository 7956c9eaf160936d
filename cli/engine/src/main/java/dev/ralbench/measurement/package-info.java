/** Recording of what the load generator saw, and the immutable findings of one trial. */
@NullMarked
package dev.ralbench.measurement;

import org.jspecify.annotations.NullMarked;
