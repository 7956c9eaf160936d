/** The stub of a slow remote service as a dependency. */
@NullMarked
package dev.ralbench.dependency.upstream;

import org.jspecify.annotations.NullMarked;
