/** What all kinds of dependencies share: where a server comes from, its start, its counts and its end. */
@NullMarked
package dev.ralbench.dependency.kind;

import org.jspecify.annotations.NullMarked;
