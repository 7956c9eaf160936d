package dev.ralbench.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.compare.Cell;
import dev.ralbench.gate.GateResult.Decision;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.Metrics;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.result.NoiseBank;
import dev.ralbench.testing.Repository;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the gate {@code pr} decides about pairs that were really measured, with identical builds: drawn anew with
 * replacement and with random signs.
 */
class RecordedNoiseTest {
    private static final NoiseBank BANK = NoiseBank.in(Repository.path("results/recorded"));
    /** What is at least 95 % below is 99 % or more. */
    private static final int GATES = 600;

    /** In the middle between what matters and what is tolerated. */
    private static final double SEVEN_PERCENT_LESS = -Math.log(0.93);

    private static final double NOTHING = 0;

    private record MetricLevel(Metric metric, String level) {}

    /** The harm of one pair in each metric. */
    private record Pair(Map<MetricLevel, Double> harms) {
        double harm(MetricLevel place) {
            return Objects.requireNonNull(harms.get(place));
        }
    }

    private record Ending(Decision decision, int pairs) {}

    private record Scenario(String name, List<MetricLevel> places, List<Pair> pairs, Gate gate) {
        static Scenario recorded(String name) {
            var byRun = BANK.read(name).stream()
                    .collect(Collectors.groupingBy(
                            NoiseBank.NoiseEntry::runId, LinkedHashMap::new, Collectors.toList()));
            var pairs = new ArrayList<Pair>();
            byRun.values().forEach(entries -> pairs.addAll(pairs(entries)));
            assertThat(byRun).as("runs of " + name).isNotEmpty();
            var places = List.copyOf(pairs.getFirst().harms().keySet());
            return new Scenario(name, places, pairs, gate(places));
        }

        private static List<Pair> pairs(List<NoiseBank.NoiseEntry> entries) {
            return IntStream.range(0, entries.getFirst().perBlock().size())
                    .mapToObj(i -> new Pair(entries.stream()
                            .collect(Collectors.toMap(
                                    Scenario::place,
                                    entry -> entry.perBlock().get(i),
                                    (first, second) -> first,
                                    LinkedHashMap::new))))
                    .toList();
        }

        private static MetricLevel place(NoiseBank.NoiseEntry entry) {
            return new MetricLevel(Metrics.withKey(entry.metric()).orElseThrow(), entry.level());
        }

        /** As a run of the scenario judges: rules without data are left out. */
        private static Gate gate(List<MetricLevel> places) {
            var known = new HashSet<>(places.stream().map(MetricLevel::metric).toList());
            var pr = GateSimulationTest.noisyRulesOfPr();
            var relative = pr.rules().stream()
                    .filter(rule -> known.contains(rule.metric()))
                    .toList();
            return pr.with(relative, List.of());
        }

        /** @param harm of goodput at the first level that has it, next to the noise */
        Ending play(RandomGenerator random, double harm) {
            var drawn = new ArrayList<Map<MetricLevel, Double>>();
            for (int look : gate.design().looks()) {
                while (drawn.size() < look) {
                    drawn.add(draw(random, harm));
                }
                var cells = places.stream().map(place -> cell(place, drawn)).toArray(Cell[]::new);
                var decision = GateJudge.judge(gate, Cells.paired(look, cells), LocalDate.EPOCH)
                        .decision();
                if (decision != Decision.CONTINUE) {
                    return new Ending(decision, look);
                }
            }
            throw new IllegalStateException("the last look always decides");
        }

        private Map<MetricLevel, Double> draw(RandomGenerator random, double harm) {
            var pair = pairs.get(random.nextInt(pairs.size()));
            double sign = random.nextBoolean() ? 1 : -1;
            var worse = places.stream()
                    .filter(place -> place.metric().equals(RequestMetrics.GOODPUT))
                    .findFirst()
                    .orElseThrow();
            var harms = new LinkedHashMap<MetricLevel, Double>();
            places.forEach(place -> harms.put(place, sign * pair.harm(place) + (place.equals(worse) ? harm : 0)));
            return harms;
        }

        private static Cell cell(MetricLevel place, List<Map<MetricLevel, Double>> drawn) {
            return Cells.ofHarms(
                    place.metric(),
                    place.level(),
                    drawn.stream()
                            .mapToDouble(harms -> Objects.requireNonNull(harms.get(place)))
                            .toArray());
        }
    }

    private static List<Ending> play(Scenario scenario, double harm) {
        var endings = LongStream.range(0, GATES)
                .parallel()
                .mapToObj(seed -> scenario.play(new SplittableRandom(seed), harm))
                .toList();
        System.out.printf(
                Locale.ROOT,
                "%-12s harm %.3f: %d pairs recorded, PASS %.1f %%, FAIL %.1f %%, pairs %.1f%n",
                scenario.name(),
                harm,
                scenario.pairs().size(),
                100 * share(endings, Decision.PASS),
                100 * share(endings, Decision.FAIL),
                endings.stream().mapToInt(Ending::pairs).average().orElseThrow());
        return endings;
    }

    private static double share(List<Ending> endings, Decision decision) {
        return endings.stream().filter(ending -> ending.decision() == decision).count() / (double) GATES;
    }

    @ParameterizedTest
    @ValueSource(strings = {"delay-200", "fan-out-1"})
    void identicalBuildsPass(String name) {
        var endings = play(Scenario.recorded(name), NOTHING);

        assertThat(share(endings, Decision.PASS)).isGreaterThanOrEqualTo(0.95);
        assertThat(share(endings, Decision.FAIL)).isLessThanOrEqualTo(0.01);
        assertThat(endings.stream()
                        .mapToInt(Ending::pairs)
                        .sorted()
                        .skip(GATES / 2)
                        .findFirst()
                        .orElseThrow())
                .as("pairs of the usual gate")
                .isEqualTo(6);
    }

    @ParameterizedTest
    @ValueSource(strings = {"delay-200", "fan-out-1"})
    void goodputBetweenBothMarginsIsFound(String name) {
        var endings = play(Scenario.recorded(name), SEVEN_PERCENT_LESS);

        assertThat(share(endings, Decision.FAIL)).isGreaterThanOrEqualTo(0.95);
        assertThat(share(endings, Decision.PASS)).isLessThanOrEqualTo(0.05);
    }
}
