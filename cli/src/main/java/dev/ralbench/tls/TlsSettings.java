package dev.ralbench.tls;

import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;

/**
 * What a client asks of a server's certificate, and what it shows itself.
 *
 * @param authorities the only ones that are trusted; empty for those that the JDK trusts
 * @param identity shown to a server that asks for one
 * @param insecure whether any certificate will do, whoever signed it and whatever host it names
 */
public record TlsSettings(List<X509Certificate> authorities, Optional<ClientIdentity> identity, boolean insecure) {
    public TlsSettings {
        authorities = List.copyOf(authorities);
    }

    /** The JDK's authorities, no certificate of one's own. */
    public static TlsSettings standard() {
        return new TlsSettings(List.of(), Optional.empty(), false);
    }

    /** Any certificate will do. */
    public static TlsSettings insecureOnly() {
        return new TlsSettings(List.of(), Optional.empty(), true);
    }
}
