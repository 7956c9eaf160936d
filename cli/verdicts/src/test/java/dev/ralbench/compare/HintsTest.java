package dev.ralbench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.metric.Metric;
import dev.ralbench.metric.ProcessMetrics;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.statistics.Deviation;
import dev.ralbench.statistics.Interval;
import dev.ralbench.statistics.Power;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HintsTest {
    private static Change change(int blocks) {
        var harms = IntStream.range(0, blocks)
                .mapToObj(i -> i % 2 == 0 ? 0.4 : -0.4)
                .toList();
        return new Change(
                Change.Scale.LOG_RATIO,
                new Interval(0, 0, 0, 0),
                harms,
                Collections.nCopies(blocks, 0),
                1,
                1,
                "made by hand");
    }

    private static double detectable(Metric metric) {
        return Hints.detectable(metric, change(12)).orElseThrow();
    }

    /** What can be seen is the same harm: 39 % less goodput are as bad as 65 % more CPU time. */
    @Test
    void whatCanBeSeenIsAChangeForTheWorse() {
        double sd = Deviation.of(Change.array(change(12).perBlock()));
        double harm = Power.detectable(12, sd, Change.ALPHA, Power.REPORTED, 0);

        assertThat(detectable(RequestMetrics.GOODPUT))
                .isCloseTo(-Math.expm1(-harm), within(1e-8))
                .isLessThan(0.5);
        assertThat(detectable(ProcessMetrics.CPU_PER_REQUEST)).isCloseTo(Math.expm1(harm), within(1e-8));
    }

    @Test
    void tooFewBlocksSeeNothing() {
        for (var harms : List.of(change(1), change(6))) {
            assertThat(Hints.detectable(RequestMetrics.GOODPUT, harms)).isEmpty();
        }
    }
}
