/** The Maven plugin: resolves ralbench, finds a JDK for it, runs it, and tells Maven the decision of its gate. */
@NullMarked
package dev.ralbench.maven;

import org.jspecify.annotations.NullMarked;
