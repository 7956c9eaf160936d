/** The event-loop sender: the only place that knows Netty. */
@NullMarked
package dev.ralbench.load.net;

import org.jspecify.annotations.NullMarked;
