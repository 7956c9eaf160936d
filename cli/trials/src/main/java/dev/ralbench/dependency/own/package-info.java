/** Commands and images of the author's own as dependencies. */
@NullMarked
package dev.ralbench.dependency.own;

import org.jspecify.annotations.NullMarked;
