package dev.ralbench.fleet;

import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;

/**
 * How connections are protected: by TLS 1.3, where both sides show certificates of one fleet, or, on loopback addresses
 * only, by nothing.
 */
final class Transport {
    /** For each step of a handshake. */
    static final int HANDSHAKE_MILLIS = 5_000;

    private static final int FAREWELL_MILLIS = 500;
    private static final int MOST_BYTES_UNREAD = 1 << 16;
    private static final String[] PROTOCOLS = {"TLSv1.3"};
    private static final Pattern SAYS_OTHER_PURPOSE = Pattern.compile("[Ee]xtended key usage");
    private static final Pattern SAYS_NO_CERTIFICATE =
            Pattern.compile("Empty client certificate chain|certificate_required|null cert chain");
    private static final Pattern SAYS_NO_TLS = Pattern.compile("not an SSL/TLS record|Unsupported or unrecognized SSL");
    private static final Pattern SAYS_CLOSED =
            Pattern.compile("terminated the handshake|closed|reset|Broken pipe|end of stream");
    private static final Pattern ALERT = Pattern.compile("Received fatal alert: ([a-z_]+)");

    private final Optional<SSLContext> context;

    Transport(Optional<FleetKey> key) {
        this.context = key.map(FleetKey::context);
    }

    boolean isEncrypted() {
        return context.isPresent();
    }

    /** A link over a connection that was made, to an agent. */
    Link toAgent(Socket connected) throws IOException {
        return link(connected, true);
    }

    /** A link over a connection that was accepted. */
    Link ofStranger(Socket accepted) throws IOException {
        return link(accepted, false);
    }

    private Link link(Socket plain, boolean isClient) throws IOException {
        plain.setTcpNoDelay(true);
        plain.setSoTimeout(HANDSHAKE_MILLIS);
        if (context.isEmpty()) {
            return new Link(Wire.over(plain, plain));
        }
        var socket = (SSLSocket) context.get()
                .getSocketFactory()
                .createSocket(plain, plain.getInetAddress().getHostAddress(), plain.getPort(), false); // see close
        socket.setUseClientMode(isClient);
        socket.setNeedClientAuth(true);
        socket.setEnabledProtocols(PROTOCOLS);
        socket.startHandshake();
        return new Link(Wire.over(socket, plain), Optional.of((X509Certificate)
                socket.getSession().getPeerCertificates()[0]));
    }

    /**
     * Closes a connection that was refused, after the peer has had time to read why: the reason is lost if there is
     * something from it that was not read (RFC 1122, 4.2.2.13).
     */
    static void close(Socket plain) {
        try (plain) {
            plain.setSoTimeout(FAREWELL_MILLIS);
            plain.shutdownOutput();
            plain.getInputStream().readNBytes(MOST_BYTES_UNREAD);
        } catch (IOException e) {
            // it does not wait for the reason
        }
    }

    /**
     * Why a connection could not be made, as the end of a sentence that begins with the peer.
     *
     * @param isCertificate whether a certificate is at fault, the peer's or the own one
     */
    record Refusal(String words, boolean isCertificate) {}

    static Refusal refusal(IOException failure) {
        return causes(failure)
                .map(Transport::refusalOf)
                .flatMap(Optional::stream)
                .findFirst()
                .orElseGet(() -> new Refusal("failed: " + failure.getMessage(), false));
    }

    /** The innermost first: it names the flaw of a certificate. */
    private static Stream<Throwable> causes(Throwable failure) {
        return Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
                .limit(20)
                .toList()
                .reversed()
                .stream();
    }

    private static Optional<Refusal> refusalOf(Throwable cause) {
        var message = String.valueOf(cause.getMessage());
        return switch (cause) {
            case CertificateExpiredException e -> ofCertificate("shows a certificate that has expired");
            case CertificateNotYetValidException e -> ofCertificate("shows a certificate that is not valid yet");
            case CertPathBuilderException e -> ofCertificate("shows a certificate of another fleet");
            case CertPathValidatorException e -> ofCertificate("shows a certificate of another fleet");
            case SocketTimeoutException e -> Optional.of(new Refusal("did not answer in time", false));
            case EOFException e -> Optional.of(new Refusal("closed the connection", false));
            default -> said(message, cause instanceof SSLException);
        };
    }

    private static Optional<Refusal> said(String message, boolean isTls) {
        if (SAYS_OTHER_PURPOSE.matcher(message).find()) {
            return ofCertificate(
                    "shows a certificate of the wrong kind: an agent's key leads no run, and main.key is no agent's");
        }
        if (SAYS_NO_CERTIFICATE.matcher(message).find()) {
            return ofCertificate("shows no certificate");
        }
        if (SAYS_NO_TLS.matcher(message).find()) {
            return Optional.of(new Refusal("does not speak TLS", false));
        }
        var alert = ALERT.matcher(message);
        if (alert.find()) {
            return ofAlert(alert.group(1));
        }
        if (SAYS_CLOSED.matcher(message).find()) {
            return Optional.of(new Refusal("closed the connection", false));
        }
        return isTls ? Optional.of(new Refusal("failed to agree on TLS: " + message, false)) : Optional.empty();
    }

    /** @param alert by its name in RFC 8446, 6.2 */
    private static Optional<Refusal> ofAlert(String alert) {
        return switch (alert) {
            case "certificate_expired" -> ofCertificate("refuses the certificate shown to it as expired");
            case "unknown_ca",
                    "certificate_unknown",
                    "bad_certificate",
                    "certificate_required",
                    "unsupported_certificate" ->
                ofCertificate("refuses the certificate shown to it, as one of another fleet");
            default -> Optional.of(new Refusal("ended TLS: " + alert.replace('_', ' '), false));
        };
    }

    private static Optional<Refusal> ofCertificate(String words) {
        return Optional.of(new Refusal(words, true));
    }
}
