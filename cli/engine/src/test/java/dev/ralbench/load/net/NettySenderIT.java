package dev.ralbench.load.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.Clock;
import dev.ralbench.load.ConnectionPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.Outcome;
import dev.ralbench.load.RequestBody;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.SenderFactory;
import dev.ralbench.testing.FaultyServer;
import dev.ralbench.testing.TestTls;
import dev.ralbench.tls.TlsLibrary;
import dev.ralbench.tls.TlsSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The lean sender keeps the contract, and measures on every transport. */
class NettySenderIT extends FaultContract {
    private static final RequestTemplate ANY_BYTES = new RequestTemplate(
            "GET", "/", Map.of(), Optional.empty(), new RequestTemplate.Expectation(200, OptionalLong.empty()));

    static Stream<Transport> transports() {
        return Stream.of(Transport.values()).filter(Transport::isAvailable);
    }

    @Override
    SenderFactory senders() {
        return on(Transport.best());
    }

    private static SenderFactory on(Transport transport) {
        return new NettySenderFactory(transport, 2, Clock.system());
    }

    @ParameterizedTest
    @MethodSource("transports")
    void everyTransportMeasures(Transport transport) throws Exception {
        try (var server = new FaultyServer((number, exchange) -> exchange.ok())) {
            var measurement = run(
                    on(transport),
                    new LoadShape.LoopsPerUser(10, 20, Duration.ZERO),
                    request("GET"),
                    ConnectionPlan.to(server.url(), PATIENCE),
                    Duration.ZERO);
            assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(200);
        }
    }

    /** BoringSSL does not load everywhere. */
    @ParameterizedTest
    @CsvSource({"server, false, ''", "server, true, ''", "expired, false, tls: certificate has expired"})
    void theJdkEncryptsAsWell(String certificate, boolean asksForOne, String failure) throws Exception {
        var byJdk = new NettySenderFactory(
                Transport.best(), 1, Clock.system(), Optional.empty(), Optional.of(TlsLibrary.JDK), false);
        try (var server =
                FaultyServer.withTls(TestTls.server(certificate), asksForOne, (number, exchange) -> exchange.ok())) {
            var plan =
                    new ConnectionPlan(server.url(), Optional.of(TestTls.withCertificate()), List.of(), true, TIMEOUT);
            var measurement =
                    run(byJdk, new LoadShape.LoopsPerUser(2, 3, Duration.ZERO), request("GET"), plan, Duration.ZERO);
            assertThat(String.join(", ", measurement.failureDetails().keySet())).isEqualTo(failure);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theCalibrationServerAnswersByBoth(boolean tls) throws Exception {
        try (var server = senders().openCalibrationServer(tls)) {
            var client = tls ? Optional.of(TlsSettings.insecureOnly()) : Optional.<TlsSettings>empty();
            var plan = new ConnectionPlan(server.url(), client, List.of(), true, TIMEOUT);
            var measurement =
                    run(senders(), new LoadShape.LoopsPerUser(2, 50, Duration.ZERO), ANY_BYTES, plan, Duration.ZERO);
            assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(100);
        }
    }

    /** Bytes of 0 stand for any. */
    @ParameterizedTest
    @CsvSource({"/70000, 70000, 5000", "/1, 1, 0", "/1048576, 1048576, 0", "/x7, 0, 9"})
    void theCalibrationServerAnswersWithAsManyBytesAsThePathSays(String path, long bytes, int body) throws Exception {
        try (var server = senders().openCalibrationServer(false)) {
            var request = new RequestTemplate(
                    "POST",
                    path,
                    Map.of(),
                    Optional.of(RequestBody.text("x".repeat(body))),
                    new RequestTemplate.Expectation(200, bytes == 0 ? OptionalLong.empty() : OptionalLong.of(bytes)));
            var measurement = run(
                    senders(),
                    new LoadShape.LoopsPerUser(2, 50, Duration.ZERO),
                    request,
                    new ConnectionPlan(server.url(), Optional.empty(), List.of(), true, TIMEOUT),
                    Duration.ZERO);
            assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(100);
        }
    }

    @ParameterizedTest
    @MethodSource("transports")
    void connectionsBeginAtThePortsGivenWhileOneIsFree(Transport transport) throws Exception {
        var mine = new PortRange(45_000, 45_003);
        var near = ConcurrentHashMap.<Integer>newKeySet();
        try (var server = new FaultyServer((number, exchange) -> {
            near.add(exchange.socket().getPort());
            exchange.ok();
        })) {
            var measurement = run(
                    new NettySenderFactory(transport, 2, Clock.system(), Optional.of(mine)),
                    new LoadShape.LoopsPerUser(10, 20, Duration.ZERO),
                    request("GET"),
                    ConnectionPlan.to(server.url(), PATIENCE),
                    Duration.ZERO);
            assertThat(measurement.wholeRun().requests().count(Outcome.OK)).isEqualTo(200);
        }
        assertThat(near).hasSize(10);
        if (transport.canLimitPorts()) {
            assertThat(near).contains(45_000, 45_001, 45_002, 45_003);
        }
    }
}
