/** TLS as a client speaks it: trust, identity, and the words for failures. The JDK's implementation. */
@NullMarked
package dev.ralbench.tls;

import org.jspecify.annotations.NullMarked;
