package dev.ralbench.load.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.ConnectionPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.Outcome;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.FaultyServer;
import dev.ralbench.testing.TestTls;
import dev.ralbench.tls.TlsSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every sender must do over TLS, next to what it must do without. */
abstract class TlsContract extends ConnectionContract {
    private Measurement overTls(String certificate, boolean asksForOne, TlsSettings client) throws Exception {
        try (var server =
                FaultyServer.withTls(TestTls.server(certificate), asksForOne, (number, exchange) -> exchange.ok())) {
            var plan = new ConnectionPlan(server.url(), Optional.of(client), List.of(), true, PATIENCE);
            return run(senders(), new LoadShape.LoopsPerUser(2, 3, Duration.ZERO), request("GET"), plan, Duration.ZERO);
        }
    }

    @Test
    void aServerOfATrustedAuthorityIsReachedByHttps() throws Exception {
        var measurement = overTls("server", false, TestTls.trusting("ca"));
        assertThat(measurement.failureDetails()).isEmpty();
        assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(6);
        assertThat(measurement.wholeRun().requests().connecting().count()).isEqualTo(2);
        assertThat(transfer(measurement).receivedBytes()).isEqualTo(6L * OK.length());
    }

    @ParameterizedTest
    @CsvSource({"version-6, false, OK", "other-host, true, OK", "other-ca, false, CONNECT_FAILED"})
    void anAddressOfVersion6IsReachedByHttps(String trusted, boolean isInsecure, Outcome outcome) throws Exception {
        var client = isInsecure ? TlsSettings.insecureOnly() : TestTls.trusting(trusted);
        try (var server =
                FaultyServer.withTlsOfVersion6(TestTls.server("version-6"), (number, exchange) -> exchange.ok())) {
            var plan = new ConnectionPlan(server.url(), Optional.of(client), List.of(), true, PATIENCE);
            var measurement = run(
                    senders(), new LoadShape.LoopsPerUser(2, 3, Duration.ZERO), request("GET"), plan, Duration.ZERO);
            assertThat(measurement.wholeRun().requests().count(outcome)).isEqualTo(6);
        }
    }

    @ParameterizedTest(name = "{2}")
    @Disturbance(value = "a wrong certificate:", then = "a failure to connect, named")
    @CsvSource({
        "server, other-ca, tls: certificate is not trusted",
        "other-host, ca, tls: certificate is for another host",
        "expired, ca, tls: certificate has expired",
    })
    void aCertificateThatIsNotRightIsAConnectFailure(String certificate, String authority, String words)
            throws Exception {
        var measurement = overTls(certificate, false, TestTls.trusting(authority));
        assertThat(measurement.wholeRun().requests().count(Outcome.CONNECT_FAILED))
                .isEqualTo(6);
        assertThat(measurement.failureDetails()).containsOnlyKeys(words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"server", "other-host", "expired"})
    void whoIsInsecureTakesAnyCertificate(String certificate) throws Exception {
        var measurement = overTls(certificate, false, TlsSettings.insecureOnly());
        assertThat(measurement.failureDetails()).isEmpty();
        assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(6);
    }

    @Test
    void aServerThatAsksForACertificateGetsIt() throws Exception {
        var measurement = overTls("server", true, TestTls.withCertificate());
        assertThat(measurement.failureDetails()).isEmpty();
        assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(6);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rsa", "ed25519"})
    void aCertificateOfAnyKindIsShown(String name) throws Exception {
        try (var server =
                FaultyServer.withTls(TestTls.server("server", name), true, (number, exchange) -> exchange.ok())) {
            var client = Optional.of(TestTls.withCertificate(name));
            var plan = new ConnectionPlan(server.url(), client, List.of(), true, PATIENCE);
            var measurement = run(
                    senders(), new LoadShape.LoopsPerUser(1, 2, Duration.ZERO), request("GET"), plan, Duration.ZERO);
            assertThat(measurement.failureDetails()).isEmpty();
            assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(2);
        }
    }

    /** In TLS 1.3 the server says no after the client's handshake is done, and the request is on its way. */
    @Test
    void withoutTheCertificateThatAServerAsksForThatIsTheFailure() throws Exception {
        var measurement = overTls("server", true, TestTls.trusting("ca"));
        var whole = measurement.wholeRun();
        assertThat(whole.requests().count(Outcome.RESET) + whole.requests().count(Outcome.CONNECT_FAILED))
                .isEqualTo(6);
        assertThat(measurement.failureDetails()).containsOnlyKeys("tls: closed after asking for a client certificate");
    }

    @ParameterizedTest
    @CsvSource({"true, 1", "false, 4"})
    void sessionsAreResumedUnlessEveryHandshakeIsToBeAFullOne(boolean resume, int sessions) throws Exception {
        // A resumed session is as old as the one that it goes on with.
        var begun = ConcurrentHashMap.<Long>newKeySet();
        try (var server = FaultyServer.withTls(TestTls.server("server"), false, (number, exchange) -> {
            begun.add(((SSLSocket) exchange.socket()).getSession().getCreationTime());
            exchange.pause(Duration.ofMillis(2)); // the clock of sessions counts milliseconds
            exchange.ok();
        })) {
            var client = new TlsSettings(TestTls.trusting("ca").authorities(), Optional.empty(), false, resume);
            var plan = new ConnectionPlan(server.url(), Optional.of(client), List.of(), false, PATIENCE);
            var measurement = run(
                    senders(), new LoadShape.LoopsPerUser(1, 4, Duration.ZERO), request("GET"), plan, Duration.ZERO);
            assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(4);
            assertThat(server.connections()).isEqualTo(4);
        }
        assertThat(begun).hasSize(sessions);
    }

    @Test
    @Disturbance(value = "a server does not speak TLS", then = "a failure to connect, named")
    void aServerWithoutTlsIsAConnectFailure() throws Exception {
        assertThat(openOverTls(socket -> socket.getOutputStream()
                        .write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII))))
                .isEqualTo("connect failed: tls: server does not speak TLS");
    }

    @Test
    @Disturbance(value = "a TLS handshake that does not end", then = "given up in time")
    void aHandshakeThatDoesNotEndIsAConnectFailureInTime() throws Exception {
        assertThat(openOverTls(LONG_TIMEOUT, socket -> {})).isEqualTo("connect failed: tls: no handshake in time");
    }

    /** An alert (RFC 5246, 7.2): what a server says that knows no version or cipher of the client's. */
    @ParameterizedTest(name = "{1}")
    @CsvSource({"70, protocol version", "40, handshake failure"})
    @Disturbance(value = "a server of old TLS refuses the handshake:", then = "a failure to connect, named")
    void aRefusedHandshakeIsNamed(byte alert, String words) throws Exception {
        assertThat(openOverTls(socket -> socket.getOutputStream().write(new byte[] {21, 3, 1, 0, 2, 2, alert})))
                .startsWith("connect failed: tls: ")
                .contains(words);
    }

    @Test
    @Disturbance(value = "a TLS handshake is cut off", then = "a failure to connect")
    void aConnectionClosedWithinTheHandshakeIsAConnectFailure() throws Exception {
        assertThat(openOverTls(Socket::close)).startsWith("connect failed: ");
    }

    private interface Welcome {
        void give(Socket socket) throws IOException;
    }

    private String openOverTls(Welcome welcome) throws Exception {
        return openOverTls(PATIENCE, welcome);
    }

    private String openOverTls(Duration timeout, Welcome welcome) throws Exception {
        // Held until the end: a socket that is not referenced may be collected, and is closed by that.
        var accepted = new ConcurrentLinkedQueue<Socket>();
        try (var server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            var accepting = Thread.ofVirtual().start(() -> {
                try {
                    var socket = server.accept();
                    accepted.add(socket);
                    welcome.give(socket);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            var plan = new ConnectionPlan(
                    URI.create("https://localhost:" + server.getLocalPort()),
                    Optional.of(TestTls.trusting("ca")),
                    List.of(),
                    true,
                    timeout);
            try (var sender = senders().open(plan, request("GET"))) {
                var user = new SingleUser(sender);
                return user.open();
            } finally {
                accepting.join();
            }
        } finally {
            for (var socket : accepted) {
                socket.close();
            }
        }
    }
}
