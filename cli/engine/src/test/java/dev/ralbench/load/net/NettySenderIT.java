package dev.ralbench.load.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.Clock;
import dev.ralbench.load.ConnectionPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.Outcome;
import dev.ralbench.load.SenderFactory;
import dev.ralbench.testing.Alone;
import dev.ralbench.testing.FaultyServer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The lean sender keeps the contract, and measures on every transport. */
@Alone
class NettySenderIT extends FaultContract {
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
