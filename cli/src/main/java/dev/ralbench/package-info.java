/** What every package may use: the clock and the failure a user can act on. Nothing else belongs here. */
@NullMarked
package dev.ralbench;

import org.jspecify.annotations.NullMarked;
