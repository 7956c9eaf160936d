package dev.ralbench.tls;

import dev.ralbench.Printable;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The contents of a server's certificate, for messages. It comes from the network, so nothing in it is trusted. */
final class CertificateText {
    private static final int MOST_NAMES = 3;
    /** RFC 5280, 4.2.1.6: names of hosts and addresses among the alternative names. */
    private static final List<Integer> OF_HOSTS = List.of(2, 7);

    private CertificateText() {}

    /** Such as {@code it names shop.example, *.shop.example and 4 more}. */
    static String names(X509Certificate certificate) {
        var names = alternativeNames(certificate).stream()
                .filter(name -> OF_HOSTS.contains(name.getFirst()))
                .map(name -> Printable.line(String.valueOf(name.get(1))))
                .toList();
        if (names.isEmpty()) {
            return "it names no host";
        }
        int more = names.size() - MOST_NAMES;
        return "it names " + String.join(", ", names.subList(0, Math.min(MOST_NAMES, names.size())))
                + (more > 0 ? " and " + more + " more" : "");
    }

    private static Collection<List<?>> alternativeNames(X509Certificate certificate) {
        try {
            return Optional.ofNullable(certificate.getSubjectAlternativeNames()).orElse(List.of());
        } catch (CertificateParsingException e) {
            return List.of();
        }
    }

    /** Such as {@code it is signed by CN=Shop CA}. */
    static String signer(X509Certificate certificate) {
        var issuer = certificate.getIssuerX500Principal();
        return Objects.equals(issuer, certificate.getSubjectX500Principal())
                ? "it is signed by itself"
                : "it is signed by " + Printable.line(issuer.getName());
    }
}
