package dev.ralbench.load.net;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.Clock;
import dev.ralbench.load.Arrivals;
import dev.ralbench.load.ConnectionPlan;
import dev.ralbench.load.LoadGenerator;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.Outcome;
import dev.ralbench.load.RateShape;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.testing.FaultyServer;
import dev.ralbench.testing.FaultyServer.Behaviour;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Open loads against a real server with a known delay: every arrival is counted once, on every transport. */
class OpenLoadIT {
    private static final Behaviour AFTER_20_MILLIS = (number, exchange) -> {
        exchange.pause(Duration.ofMillis(20));
        exchange.ok();
    };

    static Stream<Transport> transports() {
        return Stream.of(Transport.values()).filter(Transport::isAvailable);
    }

    private static Measurement run(Transport transport, LoadShape shape, boolean keepAlive, FaultyServer server)
            throws Exception {
        var timeout = Duration.ofSeconds(30);
        var plan =
                new LoadPlan(shape, Optional.empty(), timeout, Duration.ZERO, keepAlive, LoadPlan.OnFailure.CONTINUE);
        var request = new RequestTemplate(
                "GET",
                "/endpoint",
                Map.of(),
                Optional.empty(),
                new RequestTemplate.Expectation(200, OptionalLong.of(0)));
        var factory = new NettySenderFactory(transport, 2, Clock.system());
        try (var sender = factory.open(
                new ConnectionPlan(server.url(), Optional.empty(), List.of(), keepAlive, timeout), request)) {
            var recording = new LoadRecording();
            new LoadGenerator(plan, sender, recording, window -> {}).start().get(60, TimeUnit.SECONDS);
            return recording.finish(plan, "");
        }
    }

    private static LoadShape rate(int perSecond, int connections, Arrivals arrivals) {
        return new LoadShape.Open(new RateShape.Constant(perSecond, Duration.ofSeconds(1)), arrivals, connections);
    }

    @ParameterizedTest
    @MethodSource("transports")
    void twoHundredPerSecondAreExactlyTwoHundredInOneSecond(Transport transport) throws Exception {
        try (var server = new FaultyServer(AFTER_20_MILLIS)) {
            var measurement = run(transport, rate(200, 100, Arrivals.even()), true, server);
            var window = measurement.windows().getFirst();
            var open = window.open().orElseThrow();

            assertThat(open.arrivals()).isEqualTo(200);
            assertThat(open.late().count()).isEqualTo(200);
            assertThat(window.requests().failed()).isZero();
            assertThat(window.requests().count(Outcome.OK) + window.requests().count(Outcome.DROPPED_AT_STOP))
                    .isEqualTo(200);
            assertThat(window.requests().connecting().count()).isBetween(1L, 100L);
            assertThat(open.service().count()).isEqualTo(window.requests().count(Outcome.OK));
            assertThat(open.service().minMillis().getAsDouble()).isGreaterThanOrEqualTo(19.9);
            assertThat(window.requests().successful().maxMillis().getAsDouble())
                    .isGreaterThanOrEqualTo(open.service().minMillis().getAsDouble());
            assertThat(window.requests().successful().meanMillis().getAsDouble())
                    .isGreaterThanOrEqualTo(open.service().meanMillis().getAsDouble());
            assertThat(server.requests()).isBetween(window.requests().count(Outcome.OK), 200L);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aLineBeforeTwoConnectionsIsServedInOrderAndEveryArrivalIsCounted(boolean keepAlive) throws Exception {
        try (var server = new FaultyServer(AFTER_20_MILLIS)) {
            var measurement = run(Transport.best(), rate(200, 2, Arrivals.poisson(1)), keepAlive, server);
            var window = measurement.windows().getFirst();
            var open = window.open().orElseThrow();

            assertThat(window.requests().failed()).isZero();
            assertThat(window.requests().count(Outcome.OK))
                    .as("two at a time, 20 ms each")
                    .isBetween(1L, 100L);
            assertThat(window.requests().outcomes().values().stream()
                            .mapToLong(Long::longValue)
                            .sum())
                    .isEqualTo(open.arrivals());
            assertThat(open.waitingAtEnd()).isPositive();
            assertThat(open.outstandingAtEnd()).isEqualTo(window.requests().count(Outcome.DROPPED_AT_STOP));
            assertThat(window.requests().connecting().count())
                    .isBetween(keepAlive ? 2L : window.requests().count(Outcome.OK), keepAlive ? 2L : open.sent() + 2);
        }
    }

    @ParameterizedTest
    @MethodSource("transports")
    void usersAndArrivalsTakeTheirPhases(Transport transport) throws Exception {
        var users = new LoadShape.ConstantUsers(5, Duration.ofMillis(300));
        try (var server = new FaultyServer(AFTER_20_MILLIS)) {
            var measurement = run(
                    transport,
                    new LoadShape.Sequence(List.of(users, rate(100, 50, Arrivals.even()), users)),
                    true,
                    server);

            assertThat(measurement.windows()).hasSize(3);
            assertThat(measurement.wholeRun().requests().failed()).isZero();
            assertThat(measurement.windows().get(1).open().orElseThrow().arrivals())
                    .isEqualTo(100);
            assertThat(measurement.windows().get(1).requests().count(Outcome.OK))
                    .isEqualTo(100);
            assertThat(measurement.windows().get(2).requests().count(Outcome.OK))
                    .isPositive();
        }
    }
}
