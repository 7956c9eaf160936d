/** What a scenario needs besides its targets: for each kind of dependency its keys, its placeholders and how it is read. */
@NullMarked
package dev.ralbench.need;

import org.jspecify.annotations.NullMarked;
