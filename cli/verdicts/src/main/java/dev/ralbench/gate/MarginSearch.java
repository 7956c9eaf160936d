package dev.ralbench.gate;

import dev.ralbench.Boxed;
import dev.ralbench.compare.LogRatio;
import dev.ralbench.gate.Gate.DecisionTerms;
import dev.ralbench.gate.NoisyJudge.Margins;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The narrowest margins with which identical builds pass a gate in 95 of 100 runs. The rule that is noisiest for its
 * margin gets the next wider one; if it has none, the gate drops it and the others start over.
 */
final class MarginSearch {
    private static final double WANTED = 0.95;

    private final int firstLook;
    private final IntFunction<SimulatedGates> simulated;

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
