/** PostgreSQL as a dependency. */
@NullMarked
package dev.ralbench.dependency.postgres;

import org.jspecify.annotations.NullMarked;
