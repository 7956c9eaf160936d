/** CPU pinning: requested, worked out, applied, and verified. */
@NullMarked
package dev.ralbench.placement;

import org.jspecify.annotations.NullMarked;
