/** Whether the findings of a trial can be trusted, and reasons against it: checks of target, load and generator. */
@NullMarked
package dev.ralbench.validity;

import org.jspecify.annotations.NullMarked;
