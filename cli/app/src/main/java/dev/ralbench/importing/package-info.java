/** Scenarios made of what other programs write: descriptions of APIs, recordings of browsers, logs of servers. */
@NullMarked
package dev.ralbench.importing;

import org.jspecify.annotations.NullMarked;
