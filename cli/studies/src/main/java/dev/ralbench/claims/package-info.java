/** A study's claims, checked against stored results. */
@NullMarked
package dev.ralbench.claims;

import org.jspecify.annotations.NullMarked;
