/** Values that are sent and never stored: the environment variables that a scenario names. */
@NullMarked
package dev.ralbench.secret;

import org.jspecify.annotations.NullMarked;
