package dev.ralbench.gate;

import dev.ralbench.Boxed;
import dev.ralbench.compare.Cell;
import dev.ralbench.compare.LogRatio;
import dev.ralbench.gate.Gate.DecisionTerms;
import dev.ralbench.gate.NoisyJudge.Margins;
import dev.ralbench.load.Level;
import dev.ralbench.metric.Metric;
import dev.ralbench.statistics.Deviation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The narrowest margins with which identical builds pass a gate in 95 of 100 runs. The rule that is noisiest for its
 * margin gets the next wider one; if it has none, the gate drops it and the others start over.
 */
final class MarginSearch {
    private static final double WANTED = 0.95;

    private final int firstLook;
    private final IntFunction<SimulatedGates> simulated;

    /**
     * How much the pairs of identical builds differ in one metric at one level.
     *
     * @param sd of a pair's harm
     * @param most upper limit of the true deviation, as a few pairs show it
     */
    record CellNoise(Metric metric, Level level, double sd, double most) {
        private static final double CONFIDENCE = 0.8;

        /** @param cell with a difference in at least two blocks */
        static CellNoise of(Cell cell) {
            double[] harms =
                    cell.harms().stream().mapToDouble(Double::doubleValue).toArray();
            return new CellNoise(
                    cell.metric(), cell.level(), Deviation.of(harms), Deviation.upperLimit(CONFIDENCE, harms));
        }

        /** The rule that it would be about, such as {@code goodput@64}. */
        String id() {
            return Cell.id(metric, level);
        }
    }

    /**
     * A margin that a drafted rule may get.
     *
     * @param material the least relative change for the worse that matters
     * @param tolerate the harm that a pass has to exclude
     */
    record Margin(double material, double tolerate) {
        private static final List<Margin> ROUND =
                List.of(new Margin(0.05, 0.10), new Margin(0.10, 0.20), new Margin(0.15, 0.30), new Margin(0.25, 0.50));

        /** Candidate margins of a metric, narrowest first: its usual margin, then wider ones in round numbers. */
        static List<Margin> of(Metric metric) {
            var usual = new Margin(
                    metric.comparison().material(), metric.comparison().tolerated());
            return Stream.concat(Stream.of(usual), ROUND.stream().filter(usual::isNarrower))
                    .toList();
        }

        private boolean isNarrower(Margin other) {
            return material < other.material && tolerate < other.tolerate;
        }

        /** The margin in standard deviations of a pair; infinite if all pairs are equal. */
        Margins inDeviations(Metric metric, double sd) {
            return new Margins(LogRatio.of(metric, material) / sd, LogRatio.of(metric, tolerate) / sd);
        }
    }

    /**
     * A search for one design.
     *
     * @param simulated gates of so many rules; simulating them takes most of the time
     */
    MarginSearch(GateDesign design, IntFunction<SimulatedGates> simulated) {
        this.firstLook = design.looks().getFirst();
        this.simulated = simulated;
    }

    static MarginSearch of(GateDesign design, DecisionTerms decision) {
        return new MarginSearch(design, rules -> SimulatedGates.normal(design, decision, rules));
    }

    /**
     * A rule and its margin.
     *
     * @param detectable the smallest change for the worse, as a share, with which the whole gate fails in 95 of 100 runs;
     *     empty if it finds none
     */
    record Chosen(CellNoise noise, Margin margin, Optional<Double> detectable) {}

    /**
     * The rules of a gate.
     *
     * @param tooNoisy that no margin suits
     * @param outlook for identical builds; they pass at the first look if no rule is noisy
     */
    record FoundMargins(List<Chosen> rules, List<CellNoise> tooNoisy, GateOutlook outlook) {
        FoundMargins {
            rules = List.copyOf(rules);
            tooNoisy = List.copyOf(tooNoisy);
        }
    }

    /** @param left margins that are at least as wide as the one in use, which is the first */
    private record Tried(CellNoise noise, List<Margin> left) {
        Margin margin() {
            return left.getFirst();
        }

        boolean isWidest() {
            return left.size() == 1;
        }

        Tried wider() {
            return new Tried(noise, left.subList(1, left.size()));
        }

        /** The noise in margins: 1 if it fills the margin. */
        double noiseOfMargin() {
            return noise.most() / LogRatio.of(noise.metric(), margin().tolerate());
        }

        Margins inDeviations() {
            return margin().inDeviations(noise.metric(), noise.most());
        }
    }

    FoundMargins of(List<CellNoise> candidates) {
        var rest = new ArrayList<>(candidates);
        var tooNoisy = new ArrayList<CellNoise>();
        while (!rest.isEmpty()) {
            var builds = simulated.apply(rest.size());
            var tried = widened(rest, builds);
            var outlook = outlook(tried, builds);
            if (outlook.passes() >= WANTED) {
                return new FoundMargins(chosen(tried, builds), tooNoisy, outlook);
            }
            tooNoisy.add(rest.remove(noisiest(tried)));
        }
        return new FoundMargins(List.of(), tooNoisy, new GateOutlook(1, 0, 0, firstLook));
    }

    private static List<Chosen> chosen(List<Tried> tried, SimulatedGates builds) {
        var margins = tried.stream()
                .map(rule -> rule.margin()
                        .inDeviations(rule.noise().metric(), rule.noise().sd()))
                .toList();
        return IntStream.range(0, tried.size())
                .mapToObj(i -> new Chosen(
                        tried.get(i).noise(), tried.get(i).margin(), detectable(tried.get(i), i, margins, builds)))
                .toList();
    }

    private static Optional<Double> detectable(Tried tried, int rule, List<Margins> margins, SimulatedGates builds) {
        var metric = tried.noise().metric();
        double sd = tried.noise().sd();
        return sd == 0
                ? Optional.of(tried.margin().material())
                : Boxed.of(builds.detectable(margins, rule)).map(harm -> LogRatio.size(metric, harm * sd));
    }

    /** Widens margins until identical builds pass often enough, or the noisiest rule has its widest margin. */
    private static List<Tried> widened(List<CellNoise> candidates, SimulatedGates builds) {
        var rules = new ArrayList<>(candidates.stream()
                .map(noise -> new Tried(noise, Margin.of(noise.metric())))
                .toList());
        while (outlook(rules, builds).passes() < WANTED) {
            int noisiest = noisiest(rules);
            if (rules.get(noisiest).isWidest()) {
                return rules;
            }
            rules.set(noisiest, rules.get(noisiest).wider());
        }
        return rules;
    }

    private static GateOutlook outlook(List<Tried> rules, SimulatedGates builds) {
        return builds.identical(rules.stream().map(Tried::inDeviations).toList());
    }

    private static int noisiest(List<Tried> rules) {
        return IntStream.range(0, rules.size())
                .boxed()
                .max(Comparator.comparingDouble(rule -> rules.get(rule).noiseOfMargin()))
                .orElseThrow();
    }
}
