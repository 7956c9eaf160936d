package dev.ralbench.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.HistogramLogs;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class HistogramLogTest {
    private static final Instant START = Instant.parse("2026-02-11T09:14:07.123Z");

    private static LatencyDistribution random(Random random, int count) {
        var histogram = LatencyDistribution.newHistogram();
        for (int i = 0; i < count; i++) {
            histogram.recordValue(1 + random.nextLong(1L << (1 + random.nextInt(31))));
        }
        return new LatencyDistribution(histogram);
    }

    @RepeatedTest(20)
    void theLibraryReadsWhatWasRecordedBitForBit(RepetitionInfo repetition) {
        var random = new Random(repetition.getCurrentRepetition());
        var one = random(random, 1 + random.nextInt(3_000));
        var other = random(random, 1 + random.nextInt(3_000));
        var log = new HistogramLog();
        log.add("shop/base@4", START, 1.5, one);
        log.add("shop/head@4", START.plusMillis(1_500), 0.25, other);

        var read = HistogramLogs.read(log.text(List.of("a run")));

        assertThat(read).extracting(HistogramLogs.ReadInterval::tag).containsExactly("shop/base@4", "shop/head@4");
        assertThat(read)
                .extracting(HistogramLogs.ReadInterval::encoded)
                .containsExactly(one.encoded(), other.encoded());
        assertThat(read).extracting(HistogramLogs.ReadInterval::count).containsExactly(one.count(), other.count());
    }

    @Test
    void startAndEndAreThoseOfTheWindow() {
        var log = new HistogramLog();
        log.add("b", START.plusSeconds(3_600), 2.25, random(new Random(1), 10));
        log.add("a", START, 1.5, random(new Random(2), 10));

        var read = HistogramLogs.read(log.text(List.of()));

        assertThat(read).extracting(HistogramLogs.ReadInterval::tag).containsExactly("a", "b");
        assertThat(read)
                .extracting(HistogramLogs.ReadInterval::startMillis)
                .containsExactly(START.toEpochMilli(), START.plusSeconds(3_600).toEpochMilli());
        assertThat(read)
                .extracting(interval -> interval.endMillis() - interval.startMillis())
                .containsExactly(1_500L, 2_250L);
    }

    @Test
    void aTagHasNoSignThatEndsIt() {
        var log = new HistogramLog();
        log.add("shop/a, b@10 warm", START, 1, random(new Random(1), 10));

        assertThat(HistogramLogs.read(log.text(List.of("two\nlines"))))
                .extracting(HistogramLogs.ReadInterval::tag)
                .containsExactly("shop/a--b@10-warm");
    }

    @Test
    void windowsWithoutRequestsHaveNoLine() {
        var log = new HistogramLog();
        log.add("nothing", START, 1, LatencyDistribution.empty());

        assertThat(log.text(List.of())).startsWith(HistogramLog.MARK).doesNotContain("Tag=");
        assertThat(HistogramLogs.read(log.text(List.of()))).isEmpty();
    }
}
