package dev.ralbench.tls;

import java.io.EOFException;
import java.net.SocketTimeoutException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/** The few words for what goes wrong with TLS: without host, time or depth, so that equal failures are counted as one. */
public final class TlsFailure {
    private static final String PREFIX = "tls: ";
    /** As the JDK says it: {@code (bad_certificate) Received fatal alert: bad_certificate}. */
    private static final Pattern ALERT = Pattern.compile("Received fatal alert: ([a-z_]+)");

    private static final Pattern OTHER_HOST =
            Pattern.compile("No (name matching|subject alternative)|Illegal given domain name");
    private static final Pattern NO_TLS = Pattern.compile("not an SSL/TLS record|Unsupported or unrecognized SSL");
    private static final Pattern LATE = Pattern.compile("timed out");
    private static final Pattern CLOSED = Pattern.compile("closed while|terminated the handshake|closed by the remote");

    private TlsFailure() {}

    /** The words, beginning with {@code tls:}; empty where the exception has nothing to do with TLS. */
    public static Optional<String> words(Throwable failure) {
        if (causes(failure).noneMatch(SSLException.class::isInstance)) {
            return Optional.empty();
        }
        return Optional.of(PREFIX
                + causes(failure)
                        .map(TlsFailure::reason)
                        .flatMap(Optional::stream)
                        .findFirst()
                        .orElse("handshake failed"));
    }

    /** From the outermost to the innermost; what a certificate lacks is said innermost, so those come first. */
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

    private static Optional<String> reason(Throwable cause) {
        var message = String.valueOf(cause.getMessage());
        return switch (cause) {
            case CertificateExpiredException expired -> Optional.of("certificate has expired");
            case CertificateNotYetValidException early -> Optional.of("certificate is not valid yet");
            case CertPathBuilderException noPath -> Optional.of("certificate is not trusted");
            case CertPathValidatorException noPath -> Optional.of("certificate is not trusted");
            case CertificateException wrong ->
                Optional.of(
                        OTHER_HOST.matcher(message).find()
                                ? "certificate is for another host"
                                : "certificate is wrong");
            case SocketTimeoutException late -> Optional.of("no handshake in time");
            case EOFException closed -> Optional.of("closed within the handshake");
            default -> said(message);
        };
    }

    private static Optional<String> said(String message) {
        var alert = ALERT.matcher(message);
        if (alert.find()) {
            return Optional.of("server says " + alert.group(1).replace('_', ' '));
        }
        if (NO_TLS.matcher(message).find()) {
            return Optional.of("server does not speak TLS");
        }
        if (LATE.matcher(message).find()) {
            return Optional.of("no handshake in time");
        }
        return CLOSED.matcher(message).find() ? Optional.of("closed within the handshake") : Optional.empty();
    }
}
