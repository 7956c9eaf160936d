/** Files that people write, read strictly: every value with its place, every problem reported, every default noted. */
@NullMarked
package dev.ralbench.yaml;

import org.jspecify.annotations.NullMarked;
