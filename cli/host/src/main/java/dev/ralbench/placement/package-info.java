/** Who runs on which CPUs: asked for, worked out, applied, and looked at whether it is so. */
@NullMarked
package dev.ralbench.placement;

import org.jspecify.annotations.NullMarked;
