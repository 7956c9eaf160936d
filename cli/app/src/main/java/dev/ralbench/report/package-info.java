/** Everything a person reads: the table, the live display. Renders stored or finished data and measures nothing. */
@NullMarked
package dev.ralbench.report;

import org.jspecify.annotations.NullMarked;
