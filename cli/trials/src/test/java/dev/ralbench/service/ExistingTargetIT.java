package dev.ralbench.service;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.HttpUrl;
import dev.ralbench.http.ControlClient;
import dev.ralbench.http.Route;
import dev.ralbench.http.TlsLook;
import dev.ralbench.process.FreePort;
import dev.ralbench.process.PortOwner;
import dev.ralbench.process.ProcFs;
import dev.ralbench.secret.SecretUrl;
import dev.ralbench.secret.Secrets;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.FakeClock;
import dev.ralbench.testing.FaultyServer;
import dev.ralbench.testing.Starters;
import dev.ralbench.testing.TestTls;
import dev.ralbench.tls.TlsClient;
import dev.ralbench.tls.TlsSettings;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Services that run already. */
class ExistingTargetIT {
    @TempDir
    private Path directory;

    private final ControlClient client = new ControlClient();

    @AfterEach
    void close() {
        client.close();
    }

    private Failure refused(TargetDefinition.Running definition) {
        try (var starter = Starters.processes()) {
            var launcher = new TargetLauncher(starter, client, Clock.system(), Secrets.none());
            return catchThrowableOfType(
                    Failure.class, () -> launcher.start(definition, Map.of(), directory.resolve("log.txt")));
        }
    }

    @Test
    void aProcessThatDoesNotListenThereIsRefused() throws Exception {
        var other = new ProcessBuilder("sleep", "60").start();
        try (var server = new FaultyServer((number, exchange) -> exchange.ok())) {
            var failure = refused(
                    new TargetDefinition.Running("x", server.url(), OptionalLong.of(other.pid()), Optional.empty()));
            assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
            assertThat(failure.what())
                    .isEqualTo("pid: process " + other.pid() + " does not listen on port "
                            + server.url().getPort());
        } finally {
            other.destroyForcibly().waitFor();
        }
    }

    @Test
    void aProcessThatRalbenchItselfRunsUnderIsRefused() {
        try (var server = new FaultyServer((number, exchange) -> exchange.ok())) {
            var self = OptionalLong.of(ProcessHandle.current().pid());
            assertThat(refused(new TargetDefinition.Running("x", server.url(), self, Optional.empty()))
                            .what())
                    .contains("is ralbench itself or a parent of it");
        }
    }

    /** No name server knows the target: a direct request would find no server. */
    @Test
    void behindAProxyTheProxyIsAsked() throws Exception {
        var lines = new ConcurrentLinkedQueue<String>();
        try (var proxy = new FaultyServer((number, exchange) -> {
                    lines.add(exchange.requestLine());
                    exchange.status(502);
                });
                var target = started("http://shop.example:8080", Optional.empty(), proxy)) {
            assertThat(target.baseUrl()).hasToString("http://shop.example:8080");
            assertThat(lines).containsExactly("GET http://shop.example:8080/ HTTP/1.1");
        }
    }

    @Test
    void behindAProxyHttpsGoesThroughATunnel() throws Exception {
        var url = "https://shop.example:8443";
        try (var shop = FaultyServer.withTls(TestTls.server("other-host"), false, (number, exchange) -> exchange.ok());
                var proxy = new FaultyServer((number, exchange) -> tunnel(exchange, shop));
                var target = started(url, Optional.of(TestTls.trusting("ca")), proxy)) {
            assertThat(target.tls()).isPresent();
            assertThat(shop.requests()).isOne();
            assertThat(TlsLook.at(
                            client,
                            new Route(
                                    URI.create(url),
                                    Optional.of(proxy.url()),
                                    Optional.of(TlsClient.of(TestTls.trusting("ca"))))))
                    .isPresent();
        }
    }

    private static TargetDefinition.Running at(String url) {
        return new TargetDefinition.Running(
                "x", new SecretUrl(url), OptionalLong.empty(), Optional.empty(), Optional.empty());
    }

    private ExistingTarget reach(String url, String... addresses) throws UnknownHostException {
        var known = new ArrayList<InetAddress>();
        for (var address : addresses) {
            known.add(InetAddress.getAllByName(address)[0]);
        }
        return ExistingTarget.reach(at(url), Secrets.none(), client, Clock.system(), any -> known);
    }

    @Test
    void theAddressThatAnswersIsTaken() throws Exception {
        try (var server = FaultyServer.ofVersion6((number, exchange) -> exchange.ok())) {
            var url = "http://shop.test:" + server.url().getPort();
            try (var target = reach(url, "127.0.0.1", "::1", "127.0.0.2")) {
                assertThat(target.baseUrl()).hasToString(url);
                assertThat(target.address(false)).contains(InetAddress.getAllByName("::1")[0]);
                assertThat(target.note())
                        .contains(url + " is loaded at ::1; no answer at 127.0.0.1 (Connection refused)");
            }
        }
    }

    @Test
    void localhostIsFoundOnTheOtherLoopbackAddress() throws Exception {
        try (var server = FaultyServer.ofVersion6((number, exchange) -> exchange.ok());
                var target = ExistingTarget.reach(
                        at("http://localhost:" + server.url().getPort()),
                        Secrets.none(),
                        client,
                        Clock.system(),
                        HttpUrl::addresses)) {
            assertThat(target.address(false)).contains(InetAddress.getAllByName("::1")[0]);
        }
    }

    @Test
    void ofTheFirstAddressThereIsNothingToSay() throws Exception {
        try (var server = FaultyServer.ofVersion6((number, exchange) -> exchange.ok());
                var target = reach("http://shop.test:" + server.url().getPort(), "::1", "127.0.0.1")) {
            assertThat(target.note()).isEmpty();
        }
    }

    @Test
    void allAddressesThatDoNotAnswerAreNamed() throws Exception {
        int port = FreePort.next();
        var failure = catchThrowableOfType(Failure.class, () -> reach("http://shop.test:" + port, "127.0.0.1", "::1"));

        assertThat(failure.what()).isEqualTo("no service answers at http://shop.test:" + port);
        assertThat(failure.why()).isEqualTo("shop.test is 127.0.0.1 (Connection refused) and ::1 (Connection refused)");
    }

    /** Each look at the time is a second later. */
    private static final class HastyClock implements Clock {
        private final FakeClock clock = new FakeClock();

        @Override
        public long nanoTime() {
            clock.advance(Duration.ofSeconds(1));
            return clock.nanoTime();
        }

        @Override
        public Instant now() {
            return clock.now();
        }
    }

    @Test
    @Disturbance(value = "a server takes connections and says nothing", then = "told apart from one that is not there")
    void aServerThatSaysNothingIsSaidToListen() throws Exception {
        try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            var target = at("http://127.0.0.1:" + silent.getLocalPort());

            var failure = catchThrowableOfType(
                    Failure.class, () -> ExistingTarget.reach(target, Secrets.none(), client, new HastyClock()));

            assertThat(failure.kind()).isEqualTo(FailureKind.ENVIRONMENT);
            assertThat(failure.what()).isEqualTo("no service answers at " + target.url());
            assertThat(failure.why()).isEqualTo("connected, but no answer in time");
            assertThat(failure.fix())
                    .isEqualTo(
                            "something listens there: see its log, give it time to start, or correct the URL if another"
                                    + " service is meant");
        }
    }

    @Test
    void anUnknownHostIsNamed() {
        assertThat(refused(at("http://nowhere.invalid:1")).why()).isEqualTo("unknown host nowhere.invalid");
    }

    @ParameterizedTest
    @CsvSource({
        "expired,    false, tls: certificate has expired,                        renew the server's certificate",
        "other-host, false, tls: certificate is for another host,                it names shop.example: reach the server by",
        "rsa,        false, tls: certificate is not trusted,                     it is signed by itself: name what signed the",
        "server,     true,  tls: closed after asking for a client certificate,   give one that the server trusts",
    })
    void aHandshakeThatFailsNamesItsCauseAndWhatHelps(String certificate, boolean asks, String why, String fix) {
        try (var server =
                FaultyServer.withTls(TestTls.server(certificate), asks, (number, exchange) -> exchange.ok())) {
            var failure = refused(new TargetDefinition.Running(
                    "x",
                    SecretUrl.of(server.url()),
                    OptionalLong.empty(),
                    Optional.of(TestTls.trusting("ca")),
                    Optional.empty()));

            assertThat(failure.why()).isEqualTo(why);
            assertThat(failure.fix()).startsWith(fix);
        }
    }

    @Test
    void aServerWithoutTlsIsToBeReachedByHttp() throws Exception {
        try (var server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> {
                try (var client = server.accept()) {
                    client.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(US_ASCII));
                    client.getInputStream().transferTo(OutputStream.nullOutputStream());
                } catch (IOException gone) {
                    // the other side has given up
                }
            });
            var failure = refused(new TargetDefinition.Running(
                    "x",
                    new SecretUrl("https://127.0.0.1:" + server.getLocalPort()),
                    OptionalLong.empty(),
                    Optional.of(TestTls.trusting("ca")),
                    Optional.empty()));

            assertThat(failure.why()).isEqualTo("tls: server does not speak TLS");
            assertThat(failure.fix()).isEqualTo("reach it by http instead of https, or correct the port");
        }
    }

    @Test
    void aProxyThatOpensNoTunnelSaysWhy() {
        try (var proxy = new FaultyServer((number, exchange) -> exchange.status(403))) {
            var failure = refused(behind("https://shop.example:8443", Optional.of(TestTls.trusting("ca")), proxy));

            assertThat(failure.kind()).isEqualTo(FailureKind.ENVIRONMENT);
            assertThat(failure.what()).endsWith(" through the proxy " + proxy.url());
            assertThat(failure.why()).isEqualTo("the proxy opens no tunnel to shop.example:8443: status 403 Whatever");
        }
    }

    private static TargetDefinition.Running behind(String url, Optional<TlsSettings> tls, FaultyServer proxy) {
        return new TargetDefinition.Running(
                "x", new SecretUrl(url), OptionalLong.empty(), tls, Optional.of(SecretUrl.of(proxy.url())));
    }

    private RunningTarget started(String url, Optional<TlsSettings> tls, FaultyServer proxy)
            throws InterruptedException {
        try (var starter = Starters.processes()) {
            return new TargetLauncher(starter, client, Clock.system(), Secrets.none())
                    .start(behind(url, tls, proxy), Map.of(), directory.resolve("log.txt"));
        }
    }

    /** Whatever the client then sends goes to the service, and back. */
    private static void tunnel(FaultyServer.Exchange exchange, FaultyServer service) throws IOException {
        assertThat(exchange.requestLine()).isEqualTo("CONNECT shop.example:8443 HTTP/1.1");
        var client = exchange.socket();
        try (var there =
                new Socket(InetAddress.getLoopbackAddress(), service.url().getPort())) {
            exchange.send("HTTP/1.1 200 Connected\r\nVia: test\r\n\r\n");
            Thread.ofVirtual().start(() -> copy(there, client));
            copy(client, there);
        }
    }

    private static void copy(Socket from, Socket to) {
        try (to) {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException gone) {
            // one of them has closed
        }
    }

    @Test
    void whoeverListensIsFound() {
        try (var server = new FaultyServer((number, exchange) -> exchange.ok())) {
            var self = List.of(ProcessHandle.current().pid());
            assertThat(new PortOwner(ProcFs.ofThisMachine())
                            .listens(self, server.url().getPort()))
                    .isEqualTo(PortOwner.ListenState.YES);
        }
    }

    @Test
    void aPortOfAnotherNetworkIsUnknown() {
        assertThat(new PortOwner(new ProcFs(directory)).listens(List.of(1L), 80))
                .isEqualTo(PortOwner.ListenState.UNKNOWN);
    }
}
