/** Generators on several machines: keys, connections, membership, and the calls between main and agents. */
@NullMarked
package dev.ralbench.fleet;

import org.jspecify.annotations.NullMarked;
