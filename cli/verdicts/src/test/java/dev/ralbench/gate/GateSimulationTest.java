package dev.ralbench.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.compare.Cell;
import dev.ralbench.gate.GateResult.Decision;
import dev.ralbench.metric.ProcessMetrics;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.statistics.HodgesLehmann;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Whole gates on simulated machines, judged by the code that judges real ones: how often a gate fails although nothing
 * differs, and how often it misses what does. The bounds are what the gate promises; each run has a seed of its own, so the figures are the same everywhere.
 */
class GateSimulationTest {
    /** Three standard errors of 1 % are 0.67 % then, and 0.05 % are seen. */
    private static final int FEWER_RUNS = 2_000;

    /** 97.3 % are seen of what has to be 97 %: fewer runs, with a standard error above 0.26 %, could not tell them apart. */
    private static final int RUNS = 4_000;

    private static final int LAST_LOOK = 20;
    private static final double TEN_PERCENT_LESS = -Math.log(0.9);
    private static final Gate GATE = noisyRulesOfPr();

    /** Regimes have no counts and no errors. */
    static Gate noisyRulesOfPr() {
        var pr = GateFile.read(GateFileTest.EXAMPLES.resolve("pr.yaml"));
        return pr.noisyOnly();
    }

    /** How one gate ended. */
    private record Ending(Decision decision, boolean significant, int pairs) {}

    /** How many ended how. */
    private record Tally(int runs, int fail, int pass, int significant, double pairs) {
        static final Tally NONE = new Tally(0, 0, 0, 0, 0);

        Tally plus(Ending ending) {
            return plus(new Tally(
                    1,
                    ending.decision() == Decision.FAIL ? 1 : 0,
                    ending.decision() == Decision.PASS ? 1 : 0,
                    ending.significant() ? 1 : 0,
                    ending.pairs()));
        }

        Tally plus(Tally other) {
            return new Tally(
                    runs + other.runs,
                    fail + other.fail,
                    pass + other.pass,
                    significant + other.significant,
                    pairs + other.pairs);
        }

        double share(int count) {
            return (double) count / runs;
        }

        String line(String truth, Regime regime) {
            return String.format(
                    Locale.ROOT,
                    "%-22s %-10s FAIL %6.2f %%  PASS %6.2f %%  significant %5.2f %%  pairs %4.1f",
                    truth,
                    regime.name(),
                    100 * share(fail),
                    100 * share(pass),
                    100 * share(significant),
                    pairs / runs);
        }
    }

    private static Tally simulate(int runs, String truth, Regime regime, double... harm) {
        var tally = LongStream.range(0, runs)
                .parallel()
                .mapToObj(seed -> one(regime, seeded(seed), harm))
                .reduce(Tally.NONE, Tally::plus, Tally::plus);
        System.out.println(tally.line(truth, regime));
        return tally;
    }

    private static RandomGenerator seeded(long seed) {
        return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }

    private static Ending one(Regime regime, RandomGenerator random, double... harm) {
        var pairs = pairs(regime, random);
        boolean significant = false;
        for (int look : GATE.design().looks()) {
            var cells = cells(pairs, look, harm);
            var result = GateJudge.judge(GATE, Cells.paired(look, cells), LocalDate.EPOCH);
            significant |= result.rules().stream()
                    .anyMatch(rule -> rule.judgement().adjusted().orElseThrow()
                            <= result.confidence().look().alpha());
            if (result.decision() != Decision.CONTINUE) {
                return new Ending(result.decision(), significant, look);
            }
        }
        throw new IllegalStateException("the last look always decides");
    }

    private static double[][] pairs(Regime regime, RandomGenerator random) {
        var machine = regime.new Machine(random);
        return IntStream.range(0, LAST_LOOK).mapToObj(i -> machine.pair()).toArray(double[][]::new);
    }

    private static Cell[] cells(double[][] pairs, int look, double... harm) {
        return new Cell[] {
            Cells.ofHarms(RequestMetrics.GOODPUT, "256", harms(pairs, look, 0, harm[0])),
            Cells.ofHarms(RequestMetrics.GOODPUT, "1024", harms(pairs, look, 1, harm[1])),
            Cells.ofHarms(ProcessMetrics.CPU_PER_REQUEST, "1024", harms(pairs, look, 2, harm[2])),
            Cells.ofHarms(RequestMetrics.P90, "1024", harms(pairs, look, 3, harm[3])),
        };
    }

    private static double[] harms(double[][] pairs, int look, int metric, double harm) {
        return IntStream.range(0, look)
                .mapToDouble(i -> pairs[i][metric] + harm)
                .toArray();
    }

    /** A false alarm is bounded by 1 % on every machine. */
    @Test
    void gatesOfEqualVariantsPass() {
        for (var regime : List.of(Regime.DEDICATED, Regime.SHARED, Regime.BAD)) {
            var tally = simulate(FEWER_RUNS, "nothing differs", regime, 0, 0, 0, 0);

            assertThat(tally.share(tally.significant()))
                    .as(regime.name())
                    .isLessThanOrEqualTo(observed(0.01, FEWER_RUNS));
            assertThat(tally.share(tally.fail())).as(regime.name()).isLessThanOrEqualTo(0.002);
            assertThat(tally.share(tally.pass())).as(regime.name()).isGreaterThanOrEqualTo(0.99);
        }
    }

    /** Of all pairs, so that those do not drop out whose gates end early. */
    @Test
    void intervalsHoldTheTruthAsOftenAsTheySay() {
        for (var regime : List.of(Regime.DEDICATED, Regime.SHARED, Regime.BAD)) {
            double covered = LongStream.range(0, RUNS)
                            .parallel()
                            .filter(seed -> holdsZero(harms(pairs(regime, seeded(seed)), LAST_LOOK, 1, 0)))
                            .count()
                    / (double) RUNS;

            assertThat(covered).as(regime.name()).isBetween(0.977, 0.992);
        }
    }

    private static boolean holdsZero(double... harms) {
        var interval = HodgesLehmann.interval(GATE.decision().alpha(), harms);
        return interval.low() <= 0 && 0 <= interval.high();
    }

    /** The most that a share can be seen to be: three standard errors more than it is. */
    private static double observed(double share, int runs) {
        return share + 3 * Math.sqrt(share * (1 - share) / runs);
    }

    @Test
    void tenPercentLessGoodputAtOneLevelFails() {
        assertFails(Regime.SHARED, FEWER_RUNS); // 97.8 % are further from the bound
        assertFails(Regime.BAD, RUNS);
    }

    private static void assertFails(Regime regime, int runs) {
        var tally = simulate(runs, "-10 % at one level", regime, 0, TEN_PERCENT_LESS, 0, 0);

        assertThat(tally.share(tally.fail())).as(regime.name()).isGreaterThanOrEqualTo(0.97);
        assertThat(tally.share(tally.pass())).as(regime.name()).isLessThanOrEqualTo(0.05);
    }
}
