/** Shared by every package: the clock, the failure a user can act on, and the name the user most likely meant. */
@NullMarked
package dev.ralbench;

import org.jspecify.annotations.NullMarked;
