/** Whether the findings of a trial can be trusted, and what speaks against them: checks of target, load and generator. */
@NullMarked
package dev.ralbench.validity;

import org.jspecify.annotations.NullMarked;
