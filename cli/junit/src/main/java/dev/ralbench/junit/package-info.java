/** Load tests as JUnit tests. */
@NullMarked
package dev.ralbench.junit;

import org.jspecify.annotations.NullMarked;
