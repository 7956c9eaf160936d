/** How well the gate works on this machine: a target against itself, and against itself with a regression built in. */
@NullMarked
package dev.ralbench.selftest;

import org.jspecify.annotations.NullMarked;
