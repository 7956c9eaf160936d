package dev.ralbench.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.compare.Cell;
import dev.ralbench.compare.Verdict;
import dev.ralbench.gate.GateResult.Decision;
import dev.ralbench.metric.Better;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.ProcessMetrics;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.statistics.SignedRank;
import dev.ralbench.testing.Cases;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for every comparison, tried on many drawn ones. */
class GatePropertiesTest {
    private static final int DRAWN = Cases.some(200); // by each seed
    private static final List<Metric> METRICS =
            List.of(RequestMetrics.GOODPUT, ProcessMetrics.CPU_PER_REQUEST, RequestMetrics.P99);

    private static final Gate SIGNIFICANT = gate("significant_and_material");
    private static final Gate BEYOND_MARGIN = gate("beyond_margin");

    private static Gate gate(RandomGenerator random) {
        return random.nextBoolean() ? SIGNIFICANT : BEYOND_MARGIN;
    }

    private static Gate gate(String rule) {
        return GateFile.parse("any.yaml", """
                version: 1
                gate: any
                design: { shape: sequential, pairs: { looks: [12, 16, 20] } }
                relative:
                  - { metric: goodput, levels: [1], material: 5%, tolerate: 10% }
                  - { metric: cpu/request, levels: [1], material: 5%, tolerate: 10% }
                  - { metric: p99, levels: [1], material: 10%, tolerate: 25% }
                decision:
                  fail_when:\s""" + rule, List.of());
    }

    /** Harms of each metric; every fourth draw has ties and zeros. */
    private static double[][] draw(RandomGenerator random) {
        int blocks = 12 + random.nextInt(9);
        boolean isCoarse = random.nextInt(4) == 0;
        double[][] harms = new double[METRICS.size()][];
        for (int m = 0; m < harms.length; m++) {
            double centre = 0.15 * random.nextGaussian();
            double spread = 0.15 * random.nextDouble();
            harms[m] = IntStream.range(0, blocks)
                    .mapToDouble(i -> centre + spread * random.nextGaussian())
                    .map(harm -> isCoarse ? Math.round(harm * 50) / 50.0 : harm)
                    .toArray();
        }
        return harms;
    }

    private static GateResult judge(Gate gate, double[][] harms) {
        var cells = IntStream.range(0, harms.length)
                .mapToObj(m -> Cells.ofHarms(METRICS.get(m), "1", harms[m]))
                .toArray(Cell[]::new);
        return GateJudge.judge(gate, Cells.paired(harms[0].length, cells), LocalDate.EPOCH);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void swappingBaseAndHeadMirrorsWhatIsSignificant(long seed) {
        var random = seeded(seed);
        for (int i = 0; i < DRAWN; i++) {
            var gate = gate(random);
            double[][] harms = draw(random);
            double[][] swapped = Arrays.stream(harms)
                    .map(row -> Arrays.stream(row).map(harm -> 0.0 - harm).toArray())
                    .toArray(double[][]::new);

            assertThat(judge(gate, swapped).rules())
                    .extracting(rule -> sign(rule.judgement().verdict()))
                    .containsExactlyElementsOf(judge(gate, harms).rules().stream()
                            .map(rule -> -sign(rule.judgement().verdict()))
                            .toList());
        }
    }

    /** No worse is no statement about better, so it has no mirror image. */
    private static int sign(Verdict verdict) {
        return switch (verdict) {
            case WORSE, SLIGHTLY_WORSE -> 1;
            case BETTER -> -1;
            case NO_WORSE, INCONCLUSIVE, MET, BROKEN, NONE -> 0;
        };
    }

    private static RandomGenerator seeded(long seed) {
        return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }

    @ParameterizedTest
    @ValueSource(longs = {4, 5, 6})
    void moreHarmNeverMakesItBetter(long seed) {
        var random = seeded(seed);
        for (int i = 0; i < DRAWN; i++) {
            var gate = gate(random);
            double[][] harms = draw(random);
            int metric = random.nextInt(harms.length);
            double more = 0.1 * random.nextDouble();
            var before = judge(gate, harms);
            harms[metric] =
                    Arrays.stream(harms[metric]).map(harm -> harm + more).toArray();
            var after = judge(gate, harms);

            for (int rule = 0; rule < harms.length; rule++) {
                assertThat(rank(after.rules().get(rule).outcome()))
                        .isGreaterThanOrEqualTo(rank(before.rules().get(rule).outcome()));
            }
            assertThat(before.decision() == Decision.FAIL && after.decision() != Decision.FAIL)
                    .isFalse();
        }
    }

    private static int rank(RuleOutcome outcome) {
        return List.of(RuleOutcome.PASS, RuleOutcome.INCONCLUSIVE, RuleOutcome.FAIL)
                .indexOf(outcome);
    }

    @ParameterizedTest
    @ValueSource(longs = {7, 8})
    void theOrderOfTheBlocksDoesNotMatter(long seed) {
        var random = seeded(seed);
        for (int i = 0; i < DRAWN; i++) {
            var gate = gate(random);
            double[][] harms = draw(random);
            var before = judge(gate, harms);
            for (double[] row : harms) {
                shuffle(row, random);
            }
            var after = judge(gate, harms);

            assertThat(after.decision()).isEqualTo(before.decision());
            assertThat(after.rules())
                    .extracting(rule -> rule.judgement().why())
                    .containsExactlyElementsOf(before.rules().stream()
                            .map(rule -> rule.judgement().why())
                            .toList());
        }
    }

    private static void shuffle(double[] row, RandomGenerator random) {
        for (int i = row.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            double kept = row[i];
            row[i] = row[other];
            row[other] = kept;
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {9, 10})
    void theUnitOfAMetricDoesNotMatter(long seed) {
        var random = seeded(seed);
        for (int i = 0; i < DRAWN; i++) {
            var gate = gate(random);
            double[][] harms = draw(random);
            double factor = Math.exp(5 * random.nextGaussian());

            assertThat(outcomes(gate, harms, factor)).isEqualTo(outcomes(gate, harms, 1));
        }
    }

    private static List<String> outcomes(Gate gate, double[][] harms, double factor) {
        var cells = IntStream.range(0, harms.length)
                .mapToObj(m -> {
                    double sign = METRICS.get(m).better() == Better.HIGHER ? -1 : 1;
                    double[] base = Cells.same(factor, harms[m].length);
                    double[] head = Arrays.stream(harms[m])
                            .map(harm -> factor * Math.exp(sign * harm))
                            .toArray();
                    return Cells.of(METRICS.get(m), "1", "head", base, head);
                })
                .toArray(Cell[]::new);
        return GateJudge.judge(gate, Cells.paired(harms[0].length, cells), LocalDate.EPOCH).rules().stream()
                .map(rule -> rule.outcome() + " " + rule.judgement().verdict())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12})
    void adjustedPValuesAreNeverBelowTheirOwnAndDecideConsistently(long seed) {
        var random = seeded(seed);
        for (int i = 0; i < DRAWN; i++) {
            var gate = gate(random);
            double[][] harms = draw(random);
            var result = judge(gate, harms);

            for (int m = 0; m < harms.length; m++) {
                var rule = result.rules().get(m);
                double raw = SignedRank.of(harms[m]).pGreater();
                assertThat(rule.judgement().adjusted().orElseThrow()).isBetween(raw, 1.0);
                assertThat(rule.outcome() == RuleOutcome.FAIL
                                && rule.judgement().adjusted().orElseThrow()
                                        > result.confidence().look().alpha())
                        .isFalse();
            }
            boolean allPass = result.rules().stream().allMatch(rule -> rule.outcome() == RuleOutcome.PASS);
            assertThat(result.decision() == Decision.PASS).isEqualTo(allPass);
        }
    }
}
