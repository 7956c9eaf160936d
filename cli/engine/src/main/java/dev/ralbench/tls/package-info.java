/** TLS as a client speaks it: trust, identity, and the words for failures. By BoringSSL or the JDK. */
@NullMarked
package dev.ralbench.tls;

import org.jspecify.annotations.NullMarked;
