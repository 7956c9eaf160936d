package dev.ralbench.trial.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.Clock;
import dev.ralbench.load.ConnectionPlan;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.net.NettySenderFactory;
import dev.ralbench.load.net.Transport;
import dev.ralbench.measurement.GeneratorUsage;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.Series;
import dev.ralbench.testing.Alone;
import dev.ralbench.testing.Eventually;
import dev.ralbench.testing.Windows;
import dev.ralbench.trial.Idle;
import dev.ralbench.validity.CheckFinding;
import dev.ralbench.validity.StandstillCheck;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The watch on real event loops. */
@Alone
class SelfWatchIT {
    private static final Clock CLOCK = Clock.system();
    private static final RequestTemplate REQUEST = new RequestTemplate(
            "GET", "/", Map.of(), Optional.empty(), new RequestTemplate.Expectation(200, OptionalLong.empty()));

    private static Optional<CheckFinding> finding(GeneratorUsage usage) {
        var level = Windows.level(1, 0, 10, 50).with(Optional.empty(), Optional.of(usage));
        return StandstillCheck.of(new Measurement(List.of(), level, new Series(0.25, List.of()), Map.of(), ""));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aLoopThatIsBlockedIsSeenAndSoIsWhatItWaitsFor() {
        var senders = new NettySenderFactory(Transport.best(), 1, CLOCK);
        try (var sender = senders.open(
                        ConnectionPlan.to(URI.create("http://127.0.0.1:9"), Duration.ofSeconds(1)), REQUEST);
                var watch = SelfWatch.of(sender.loops(), CLOCK)) {
            var meter = new GeneratorMeter(CLOCK, watch, Idle.scope());
            Eventually.within(
                    Duration.ofSeconds(20), () -> watch.threads().iterator().hasNext());
            meter.nextWindow();

            sender.loops().getFirst().execute(() -> block(Duration.ofMillis(400)));
            var seen = new ArrayList<GeneratorUsage>();
            Eventually.within(Duration.ofSeconds(20), () -> {
                seen.add(meter.nextWindow());
                return seen.getLast().jvm().loopLag().orElseThrow().maxMillis().orElse(0) > 300;
            });

            assertThat(finding(seen.getLast()).map(CheckFinding::reason).orElse("none"))
                    .contains("stood still for");
            assertThat(seen.getLast().gauges().orElseThrow().waits().queuedSeconds())
                    .isPresent();
            assertThat(seen.getLast().gauges().orElseThrow().waits().safepointSeconds())
                    .isPresent();
            assertThat(seen.getLast()
                            .gauges()
                            .orElseThrow()
                            .supplies()
                            .descriptorsLeft()
                            .orElseThrow())
                    .isPositive();
        }
    }

    private static void block(Duration time) {
        long end = CLOCK.nanoTime() + time.toNanos();
        while (CLOCK.nanoTime() < end) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }
}
