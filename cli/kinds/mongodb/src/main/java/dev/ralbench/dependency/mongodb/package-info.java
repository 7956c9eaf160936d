/** MongoDB as a dependency, and its stand-in. */
@NullMarked
package dev.ralbench.dependency.mongodb;

import org.jspecify.annotations.NullMarked;
