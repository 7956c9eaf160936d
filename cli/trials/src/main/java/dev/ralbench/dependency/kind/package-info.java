/** Shared by all kinds of dependencies: a server's source, its start, its counts and its end. */
@NullMarked
package dev.ralbench.dependency.kind;

import org.jspecify.annotations.NullMarked;
