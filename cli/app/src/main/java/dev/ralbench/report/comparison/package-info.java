/** Reports of runs side by side: comparisons, gates, histories, and refusals. */
@NullMarked
package dev.ralbench.report.comparison;

import org.jspecify.annotations.NullMarked;
