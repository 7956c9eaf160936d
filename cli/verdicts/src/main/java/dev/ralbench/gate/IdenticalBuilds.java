package dev.ralbench.gate;

import dev.ralbench.gate.Gate.DecisionTerms;
import dev.ralbench.gate.NoisyJudge.Margins;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * How often the noisy rules of a gate pass if head is the same build as base. Simulated with normal differences that are
 * independent from rule to rule, and judged by the code that judges real pairs.
 */
final class IdenticalBuilds {
    /** Enough for a standard error of half a per cent at 95 %. */
    private static final int DRAWS = 2_000;

    private final List<Draw> draws;

    /**
     * Expectation for identical builds.
     *
     * @param passes share of the gates that pass
     * @param pairs that a gate needs to decide, on average
     */
    record Outlook(double passes, double pairs) {}

    private record Ending(boolean passes, int pairs) {}

    private IdenticalBuilds(List<Draw> draws) {
        this.draws = draws;
    }

    /** @param rules in the family, at least one */
    static IdenticalBuilds of(GateDesign design, DecisionTerms decision, int rules) {
        var spending = Spending.of(design.looks(), decision.alpha(), decision.passAlpha(), rules);
        // Each draw has a seed of its own, so the order in which threads make them changes nothing.
        return new IdenticalBuilds(LongStream.range(0, DRAWS)
                .mapToObj(seed -> new Draw(spending, decision, pairs(spending, rules, new SplittableRandom(seed))))
                .toList());
    }

    private static List<double[]> pairs(Spending spending, int rules, RandomGenerator random) {
        return IntStream.range(0, rules)
                .mapToObj(rule -> DoubleStream.generate(random::nextGaussian)
                        .limit(spending.looks().getLast())
                        .toArray())
                .toList();
    }

    /** The pairs of one gate up to one look, with a deviation of 1. */
    private record AtLook(NoisyJudge judge, List<Evidence> evidence) {
        List<RuleOutcome> outcomes(List<Margins> margins) {
            return IntStream.range(0, evidence.size())
                    .mapToObj(rule -> judge.outcome(evidence.get(rule), margins.get(rule)))
                    .toList();
        }
    }

    /** The pairs of one gate. Ranking them takes time, so it is done once, and only for looks that the gate gets to. */
    private static final class Draw {
        private final Spending spending;
        private final DecisionTerms decision;
        private final List<double[]> pairs;
        private final List<AtLook> ranked = new ArrayList<>();

        Draw(Spending spending, DecisionTerms decision, List<double[]> pairs) {
            this.spending = spending;
            this.decision = decision;
            this.pairs = pairs;
        }

        /** How a gated run would end, which it does at the first look at which a rule fails or all rules pass. */
        Ending ending(List<Margins> margins) {
            var looks = spending.looks();
            for (int i = 0; i < looks.size(); i++) {
                var outcomes = at(i).outcomes(margins);
                boolean passes = outcomes.stream().allMatch(RuleOutcome.PASS::equals);
                if (passes || outcomes.contains(RuleOutcome.FAIL)) {
                    return new Ending(passes, looks.get(i));
                }
            }
            return new Ending(false, looks.getLast());
        }

        /** Looks are asked for one after the other. */
        private AtLook at(int number) {
            if (number == ranked.size()) {
                ranked.add(ranked(spending.looks().get(number)));
            }
            return ranked.get(number);
        }

        private AtLook ranked(int count) {
            var look = spending.reached(count, count);
            var evidence = pairs.stream()
                    .map(harms -> Evidence.of(Arrays.copyOf(harms, count), look))
                    .toList();
            var family = new Family(evidence.size(), evidence);
            return new AtLook(new NoisyJudge(look, decision.failWhen(), family), evidence);
        }
    }

    /** @param margins of each rule, in deviations of its pairs */
    Outlook outlook(List<Margins> margins) {
        var endings = draws.parallelStream().map(draw -> draw.ending(margins)).toList();
        double passes = endings.stream().filter(Ending::passes).count();
        return new Outlook(
                passes / endings.size(),
                endings.stream().mapToInt(Ending::pairs).average().orElse(0));
    }
}
