/** Stored runs and comparisons in the formats of other tools. */
@NullMarked
package dev.ralbench.report.export;

import org.jspecify.annotations.NullMarked;
