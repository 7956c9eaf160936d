/** ralbench as a library. */
@NullMarked
package dev.ralbench.example;

import org.jspecify.annotations.NullMarked;
