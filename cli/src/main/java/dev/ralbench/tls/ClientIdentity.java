package dev.ralbench.tls;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;

/**
 * Who a client is, for servers that ask.
 *
 * @param chain its certificate first, then those that lead to an authority
 * @param key of its certificate
 */
public record ClientIdentity(List<X509Certificate> chain, PrivateKey key) {
    public ClientIdentity {
        chain = List.copyOf(chain);
        if (chain.isEmpty()) {
            throw new IllegalArgumentException("certificate: must be at least one");
        }
    }

    /** Without the key, whose own text shows it. */
    @Override
    public String toString() {
        return "client identity " + chain.getFirst().getSubjectX500Principal();
    }
}
