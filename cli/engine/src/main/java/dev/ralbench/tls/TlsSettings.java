package dev.ralbench.tls;

import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;

/**
 * A client's demands on a server's certificate, and its own certificate.
 *
 * @param authorities the only ones that are trusted; empty for those that the JDK trusts
 * @param identity shown to a server that asks for one
 * @param insecure whether any certificate will do, whoever signed it and whatever host it names
 * @param resume whether a connection may resume the session of an earlier one, which spares both sides most of the
 *     handshake; otherwise each handshake is a full one
 */
public record TlsSettings(
        List<X509Certificate> authorities, Optional<ClientIdentity> identity, boolean insecure, boolean resume) {
    public TlsSettings {
        authorities = List.copyOf(authorities);
    }

    /** Settings that let sessions be resumed. */
    public TlsSettings(List<X509Certificate> authorities, Optional<ClientIdentity> identity, boolean insecure) {
        this(authorities, identity, insecure, true);
    }

    /** The JDK's authorities, no certificate of one's own. */
    public static TlsSettings standard() {
        return new TlsSettings(List.of(), Optional.empty(), false);
    }

    /** Settings for other hosts in redirects; the client certificate, and trust in any server, are for the target. */
    public TlsSettings ofOtherHosts() {
        return new TlsSettings(authorities, Optional.empty(), false, resume);
    }

    /** Any certificate will do. */
    public static TlsSettings insecureOnly() {
        return new TlsSettings(List.of(), Optional.empty(), true);
    }
}
