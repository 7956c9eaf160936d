/** MongoDB as a dependency, and what stands in for it. */
@NullMarked
package dev.ralbench.dependency.mongodb;

import org.jspecify.annotations.NullMarked;
