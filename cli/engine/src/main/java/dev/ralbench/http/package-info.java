/** The client for every request that is not part of the load: readiness, single requests, counters, the look at TLS. */
@NullMarked
package dev.ralbench.http;

import org.jspecify.annotations.NullMarked;
