/** The figures of a window: every metric, where its value comes from and how two of them are compared. */
@NullMarked
package dev.ralbench.metric;

import org.jspecify.annotations.NullMarked;
