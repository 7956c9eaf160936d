/** Results of several generators that each ran a part of one load, as one. */
@NullMarked
package dev.ralbench.merge;

import org.jspecify.annotations.NullMarked;
