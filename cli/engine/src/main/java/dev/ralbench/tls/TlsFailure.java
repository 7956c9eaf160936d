package dev.ralbench.tls;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/**
 * A failure of TLS.
 *
 * @param words begin with {@code tls:}; few and without host, time or depth, so that equal failures are counted as one
 * @param remedy the user's remedy, as the end of a sentence
 * @param byServer whether the server ended it, and not this side because of the server's certificate
 */
public record TlsFailure(String words, String remedy, boolean byServer) {
    private static final String PREFIX = "tls: ";
    private static final String TAKE_ANY = ", or take any certificate with --insecure";
    private static final String TAKE_JDK =
            "encrypt by the JDK: RALBENCH_JAVA_OPTS=-Dio.netty.handler.ssl.noOpenSsl=true";
    private static final String SEE_LOG = "look for the reason in the server's log";
    private static final String GIVE_CERTIFICATE =
            "give one that the server trusts, by tls.certificate and tls.key in the target";

    private static final TlsFailure NO_CERTIFICATE =
            byServer("closed after asking for a client certificate", GIVE_CERTIFICATE);
    private static final TlsFailure NOT_TRUSTED = ofCertificate(
            "certificate is not trusted",
            "name what signed the server's certificate by --ca for a URL, or as tls.ca in the target");
    private static final TlsFailure OTHER_HOST =
            ofCertificate("certificate is for another host", "reach the server by a host that its certificate names");
    private static final TlsFailure LATE = byServer(
            "no handshake in time", "check that the port is one for https, and that the server is not overloaded");
    private static final TlsFailure CLOSED =
            byServer("closed within the handshake", "check that the port is one for https, and " + SEE_LOG);

    /**
     * An alert in the JDK's words, {@code (bad_certificate) Received fatal alert: bad_certificate}, or in those of BoringSSL,
     * {@code error:1000042e:SSL routines:OPENSSL_internal:TLSV1_ALERT_PROTOCOL_VERSION}.
     */
    private static final Pattern ALERT =
            Pattern.compile("Received fatal alert: ([a-z_]+)|(?:SSLV3|TLSV1)_ALERT_([A-Z_]+)");

    /** BoringSSL looks at it even where any certificate will do. */
    private static final Pattern SAYS_KEY_USAGE = Pattern.compile("KEY_USAGE_BIT_INCORRECT");

    private static final Pattern SAYS_OTHER_HOST =
            Pattern.compile("No (name matching|subject alternative)|Illegal given domain name");
    private static final Pattern SAYS_NO_TLS = Pattern.compile("not an SSL/TLS record|Unsupported or unrecognized SSL");
    private static final Pattern SAYS_LATE = Pattern.compile("timed out");
    private static final Pattern SAYS_CLOSED =
            Pattern.compile("closed while|terminated the handshake|closed by the remote");

    private static TlsFailure byServer(String what, String remedy) {
        return new TlsFailure(PREFIX + what, remedy, true);
    }

    private static TlsFailure ofCertificate(String what, String remedy) {
        return new TlsFailure(PREFIX + what, remedy + TAKE_ANY, false);
    }

    /** Empty if the exception has nothing to do with TLS. */
    public static Optional<TlsFailure> of(Throwable failure) {
        if (causes(failure).noneMatch(SSLException.class::isInstance)) {
            return Optional.empty();
        }
        return Optional.of(causes(failure)
                .map(TlsFailure::reason)
                .flatMap(Optional::stream)
                .findFirst()
                .orElseGet(() -> byServer("handshake failed", SEE_LOG)));
    }

    /**
     * The same for a connection of this client that has had no response yet: if the server asked for a certificate in
     * vain, that is why it ended the connection, however the end of it looks.
     */
    public static Optional<TlsFailure> of(Throwable failure, TlsClient client) {
        var found = of(failure);
        boolean byServer = found.map(TlsFailure::byServer).orElse(failure instanceof IOException);
        return byServer && client.lacksCertificate()
                ? Optional.of(NO_CERTIFICATE)
                : found.map(reason -> reason.about(client.refused()));
    }

    /** Adds the certificate's flaw to the remedy only, so that equal failures keep equal words. */
    private TlsFailure about(Optional<X509Certificate> certificate) {
        var says = certificate.flatMap(refused -> equals(OTHER_HOST)
                ? Optional.of(CertificateText.names(refused))
                : equals(NOT_TRUSTED) ? Optional.of(CertificateText.signer(refused)) : Optional.empty());
        return says.map(text -> new TlsFailure(words, text + ": " + remedy, byServer))
                .orElse(this);
    }

    /** The failure that closed a connection without a response, if TLS knows it. */
    public static Optional<TlsFailure> ofClosed(TlsClient client) {
        return client.lacksCertificate() ? Optional.of(NO_CERTIFICATE) : Optional.empty();
    }

    /** First the causes about certificates, innermost first, then all. The innermost one names the flaw. */
    private static Stream<Throwable> causes(Throwable failure) {
        var all = Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
                .limit(20)
                .toList();
        return Stream.concat(all.reversed().stream().filter(TlsFailure::isOfCertificate), all.stream());
    }

    private static boolean isOfCertificate(Throwable cause) {
        return cause instanceof CertificateException
                || cause instanceof CertPathBuilderException
                || cause instanceof CertPathValidatorException;
    }

    private static Optional<TlsFailure> reason(Throwable cause) {
        var message = String.valueOf(cause.getMessage());
        return switch (cause) {
            case CertificateExpiredException expired ->
                Optional.of(ofCertificate("certificate has expired", "renew the server's certificate"));
            case CertificateNotYetValidException early ->
                Optional.of(ofCertificate(
                        "certificate is not valid yet", "compare the clocks of this machine and of the server"));
            case CertPathBuilderException noPath -> Optional.of(NOT_TRUSTED);
            case CertPathValidatorException noPath -> Optional.of(NOT_TRUSTED);
            case CertificateException wrong ->
                Optional.of(
                        SAYS_OTHER_HOST.matcher(message).find()
                                ? OTHER_HOST
                                : ofCertificate("certificate is wrong", "replace the server's certificate"));
            case SocketTimeoutException late -> Optional.of(LATE);
            case EOFException closed -> Optional.of(CLOSED);
            default -> said(message);
        };
    }

    private static Optional<TlsFailure> said(String message) {
        if (SAYS_KEY_USAGE.matcher(message).find()) {
            return Optional.of(new TlsFailure(
                    PREFIX + "certificate is not for signatures",
                    "give the server one with the key usage digitalSignature, or " + TAKE_JDK,
                    false));
        }
        var alert = ALERT.matcher(message);
        if (alert.find()) {
            var name = Optional.ofNullable(alert.group(1))
                    .orElseGet(() -> alert.group(2))
                    .toLowerCase(Locale.ROOT);
            return Optional.of(byServer("server says " + name.replace('_', ' '), remedy(name)));
        }
        if (SAYS_NO_TLS.matcher(message).find()) {
            return Optional.of(
                    byServer("server does not speak TLS", "reach it by http instead of https, or correct the port"));
        }
        if (SAYS_LATE.matcher(message).find()) {
            return Optional.of(LATE);
        }
        return SAYS_CLOSED.matcher(message).find() ? Optional.of(CLOSED) : Optional.empty();
    }

    /** @param alert by its name in RFC 8446, 6.2 */
    private static String remedy(String alert) {
        return switch (alert) {
            case "bad_certificate",
                    "unsupported_certificate",
                    "certificate_revoked",
                    "certificate_expired",
                    "certificate_unknown",
                    "certificate_required",
                    "unknown_ca",
                    "access_denied" -> "the server refuses the client's certificate: " + GIVE_CERTIFICATE;
            case "protocol_version", "handshake_failure", "insufficient_security" ->
                "let the server accept TLS 1.2 or 1.3 with a cipher suite that is not outdated; if its certificate has a key of"
                        + " Ed25519 or P-521, " + TAKE_JDK;
            case "unrecognized_name" -> "reach the server by a host that it knows";
            case "no_application_protocol" -> "let the server offer the asked version of HTTP (ALPN)";
            default -> SEE_LOG;
        };
    }
}
