package dev.ralbench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowKind;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.Results;
import dev.ralbench.testing.TurnResults;
import dev.ralbench.testing.Windows;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BlockOverheadTest {
    private static final Instant AT = Instant.parse("2026-02-11T09:14:07Z");
    private static final Design.Turns TURNS = new Design.Turns(List.of(64), 2, 1000, 500, 2_000, 60_000);

    /** Two rounds of warm-up, then two turns; each lead-in is 0.1 s longer than planned. */
    private static Measurement side(double secondRound, double firstTurn) {
        var windows = new ArrayList<WindowMeasurement>();
        windows.add(window(WindowKind.WARM_UP, 0, 1));
        windows.add(window(WindowKind.WARM_UP, 1, secondRound));
        for (double at : List.of(firstTurn, firstTurn + 3.2)) {
            windows.add(window(WindowKind.WARM_UP, at, 0.6));
            windows.add(window(WindowKind.TURN, at + 0.6, 1));
        }
        var any = TurnResults.twoPairs().trials().getFirst().measurement().orElseThrow();
        return Copy.of(any).with("windows", windows).made();
    }

    private static WindowMeasurement window(WindowKind kind, double start, double length) {
        return Windows.window(kind, 64, 64, start, length, 10, 0);
    }

    private static TrialResult trial(int block, double start, Measurement measurement) {
        return Copy.of(Results.delay200().trials().getFirst())
                .with("id.block", block)
                .with("id.startedAt", AT.plusMillis(Math.round(start * 1e3)))
                .with("measurement", Optional.of(measurement))
                .made();
    }

    private static RunResult run(double... blockStarts) {
        var trials = new ArrayList<TrialResult>();
        for (int i = 0; i < blockStarts.length; i++) {
            trials.add(trial(i + 1, blockStarts[i], side(4, 6)));
            trials.add(trial(i + 1, blockStarts[i] + 0.001, side(5, 7.6)));
        }
        var like = TurnResults.twoPairs();
        var design = Copy.of(like.layout().design())
                .with("turns", Optional.of(TURNS))
                .made();
        return Copy.of(like)
                .with("layout.design", design)
                .with("trials", trials)
                .made();
    }

    @Test
    void aBlockEndsWhereTheNextBegins() {
        // the load: 7.6 + 3.2 + 1.6 = 12.4 s, of which 1 + 5 are warm-up, and 4 turns of 1.6 s
        var overhead = BlockOverhead.of(run(0, 15, 31, 100)).orElseThrow();

        assertThat(overhead.aroundSeconds())
                .as("the median of 2.6, 3.6 and 56.6")
                .isEqualTo(3.6, within(1e-9));
        assertThat(overhead.warmUpSeconds()).as("of the slowest side").isEqualTo(6, within(1e-9));
        assertThat(overhead.turnSeconds()).isEqualTo(0.1, within(1e-9));
    }

    @Test
    void theTimeOfARunAddsUp() {
        // starts: those of the sample, side by side; the load as above
        var run = run(0, 15, 31);
        double start = run.trials().getFirst().setup().startUp().stream()
                .mapToDouble(times -> (times.serversMillis() + times.targetMillis() + times.attachMillis()) / 1e3)
                .sum();
        var spent = TimeSpent.of(run).orElseThrow();

        assertThat(spent.starts()).isEqualTo(3 * start, within(1e-9)).isPositive();
        assertThat(spent.warmUp()).isEqualTo(3 * 6, within(1e-9));
        assertThat(spent.windows()).as("3 blocks, 2 variants, 2 windows").isEqualTo(12, within(1e-9));
        assertThat(spent.all()).as("to the end of the last block's load").isEqualTo(31 + start + 12.4, within(1e-9));
    }

    @Test
    void oneBlockHasNoEnd() {
        assertThat(BlockOverhead.of(run(0))).isEmpty();
        assertThat(BlockOverhead.of(Results.delay200(3))).as("no turns").isEmpty();
    }

    @Test
    void theNewestRunOfABankIsTaken() {
        var older = new BlockOverhead(9, 9, 9, false);
        var newer = new BlockOverhead(4, 30, 0.3, false);

        assertThat(BlockOverhead.newest(
                        List.of(
                                entry(1, newer.telemetry(2)),
                                entry(0, older.telemetry(2)),
                                entry(2, Map.of("suspectTrials", 0.0))),
                        2,
                        false))
                .contains(newer);
        assertThat(BlockOverhead.newest(List.of(entry(0, Map.of())), 2, false)).isEmpty();
    }

    /** Head alone starts and compiles without base on the same CPUs. */
    @Test
    void aRunOfAsManyVariantsComesFirst() {
        var alone = new BlockOverhead(3, 15, 0.3, false);
        var pairs = new BlockOverhead(4, 30, 0.3, false);
        var unknown = new HashMap<>(pairs.telemetry(2));
        unknown.remove("blockVariants");
        var bank = List.of(entry(0, alone.telemetry(1)), entry(1, unknown));

        assertThat(BlockOverhead.newest(bank, 1, false)).contains(alone);
        assertThat(BlockOverhead.newest(bank, 2, false)).contains(pairs);
        assertThat(BlockOverhead.newest(bank, 3, false))
                .as("the newest, rather than none")
                .contains(pairs);
    }

    /** Targets that start from caches are ready and warm in half the time. */
    @Test
    void aRunThatStartedInTheSameWayComesBeforeAsManyVariants() {
        var cached = new BlockOverhead(4, 15, 0.3, true);
        var cold = new BlockOverhead(9, 60, 0.3, false);
        var bank = List.of(entry(0, cached.telemetry(2)), entry(1, cold.telemetry(2)), entry(2, cold.telemetry(3)));

        assertThat(BlockOverhead.newest(bank, 2, true)).contains(cached);
        assertThat(BlockOverhead.newest(bank, 3, true)).contains(cached);
        assertThat(BlockOverhead.newest(bank, 2, false)).contains(cold);
    }

    private static NoiseBank.NoiseEntry entry(int hours, Map<String, Double> telemetry) {
        return new NoiseBank.NoiseEntry(
                AT.plusSeconds(hours * 3600L), "run", "base", "head", "p99", "64", "2 windows", List.of(), telemetry);
    }
}
