/** Parts of the user's cache that are made once: checked at each use, recreated when damaged. */
@NullMarked
package dev.ralbench.cache;

import org.jspecify.annotations.NullMarked;
