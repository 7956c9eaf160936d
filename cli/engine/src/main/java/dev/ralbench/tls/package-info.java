/** TLS as a client speaks it: what to trust, who to be, and the words for what goes wrong. The JDK's implementation. */
@NullMarked
package dev.ralbench.tls;

import org.jspecify.annotations.NullMarked;
