/** What keeps a variant from serving more at a level: named where the evidence in its result is enough. */
@NullMarked
package dev.ralbench.bottleneck;

import org.jspecify.annotations.NullMarked;
