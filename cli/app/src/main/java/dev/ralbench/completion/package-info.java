/** Scripts by which shells complete command lines. */
@NullMarked
package dev.ralbench.completion;

import org.jspecify.annotations.NullMarked;
