package dev.ralbench.load.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import dev.ralbench.Clock;
import dev.ralbench.load.ConnectionPlan;
import dev.ralbench.load.LoadShape;
import dev.ralbench.load.Outcome;
import dev.ralbench.load.SenderFactory;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.testing.Alone;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.FaultyServer;
import dev.ralbench.testing.FaultyServer.Behaviour;
import java.io.IOException;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The part of the contract of {@link SenderContract} that asserts how long something took. */
@Alone
class SenderTimingIT {
    private static final int USERS = SenderContract.USERS;

    static Stream<Arguments> senders() {
        return Stream.of(
                argumentSet("netty", new NettySenderFactory(Transport.best(), 2, Clock.system())),
                argumentSet("vertx", new VertxSenderFactory(Transport.best(), 2, false, Clock.system())));
    }

    private static Measurement run(SenderFactory senders, LoadShape shape, FaultyServer server, Duration timeout)
            throws Exception {
        var measurement = SenderContract.run(
                senders,
                shape,
                SenderContract.request("GET"),
                ConnectionPlan.to(server.url(), timeout),
                Duration.ZERO,
                timeout);
        SenderContract.assertCountsAddUp(measurement, server.requests());
        return measurement;
    }

    @ParameterizedTest
    @MethodSource("senders")
    void aKnownDelayIsMeasured(SenderFactory senders) throws Exception {
        try (var server = new FaultyServer((number, exchange) -> {
            exchange.pause(Duration.ofMillis(100));
            exchange.ok();
        })) {
            var measurement = run(senders, SenderContract.TWO_SECONDS, server, SenderContract.PATIENCE);
            var whole = measurement.wholeRun();
            assertThat(whole.requests().failed()).isZero();
            assertThat(whole.requests().successful().minMillis().getAsDouble()).isGreaterThanOrEqualTo(99.9);
            assertThat(whole.ledger().offeredSeconds()).isEqualTo(USERS * 2, within(3.0));
            assertThat(whole.little()).isEmpty();
            assertThat(measurement.windows().getFirst().little())
                    .hasValueSatisfying(check -> assertThat(check.deviation()).isBetween(-0.1, 0.1));
        }
    }

    @ParameterizedTest
    @MethodSource("senders")
    @Disturbance(value = "a target stalls for 2 s under load", then = "every request of that time shows it")
    void aStallOfTwoSecondsIsReported(SenderFactory senders) throws Exception {
        var stalling = new Behaviour() {
            private volatile long stalledUntil;

            @Override
            public void respond(long number, FaultyServer.Exchange exchange) throws IOException {
                if (number == 500) {
                    stalledUntil = System.nanoTime() + 2_000_000_000L;
                }
                exchange.pause(Duration.ofMillis(10));
                exchange.pause(Duration.ofNanos(Math.max(0, stalledUntil - System.nanoTime())));
                exchange.ok();
            }
        };
        try (var server = new FaultyServer(stalling)) {
            var shape = new LoadShape.ConstantUsers(USERS, Duration.ofSeconds(4));
            var measurement = run(senders, shape, server, SenderContract.TIMEOUT);
            assertThat(measurement.wholeRun().requests().longestStallSeconds()).isBetween(1.95, 2.5);
            assertThat(measurement.wholeRun().requests().count(Outcome.TIMEOUT)).isGreaterThanOrEqualTo(USERS * 3L);
        }
    }
}
