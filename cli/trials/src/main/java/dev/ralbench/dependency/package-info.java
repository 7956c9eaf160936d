/** The servers that targets need: found, started, filled, counted and stopped; knows nothing of scenarios. */
@NullMarked
package dev.ralbench.dependency;

import org.jspecify.annotations.NullMarked;
