/** Redis and Valkey as dependencies. */
@NullMarked
package dev.ralbench.dependency.redis;

import org.jspecify.annotations.NullMarked;
