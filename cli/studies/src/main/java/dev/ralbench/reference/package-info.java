/** The published figures of studies, their claims, and a run next to the study that it reproduces. */
@NullMarked
package dev.ralbench.reference;

import org.jspecify.annotations.NullMarked;
