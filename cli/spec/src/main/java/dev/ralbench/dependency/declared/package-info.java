/** The dependencies of a scenario: for each kind its keys, its placeholders and how it is read. */
@NullMarked
package dev.ralbench.dependency.declared;

import org.jspecify.annotations.NullMarked;
