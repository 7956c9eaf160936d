/** What a study claims, held against stored results. */
@NullMarked
package dev.ralbench.claims;

import org.jspecify.annotations.NullMarked;
