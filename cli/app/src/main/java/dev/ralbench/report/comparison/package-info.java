/** Reports of runs side by side: comparisons, gates, histories, and what could not be compared. */
@NullMarked
package dev.ralbench.report.comparison;

import org.jspecify.annotations.NullMarked;
