/** Scenario files: strict YAML with source positions, profiles, the merge order and the built-in catalogue. */
@NullMarked
package dev.ralbench.scenario;

import org.jspecify.annotations.NullMarked;
