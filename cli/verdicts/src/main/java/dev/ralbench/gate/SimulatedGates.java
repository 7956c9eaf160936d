package dev.ralbench.gate;

import dev.ralbench.gate.Gate.DecisionTerms;
import dev.ralbench.gate.NoisyJudge.FailWhen;
import dev.ralbench.gate.NoisyJudge.Margins;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * How gates with the same noisy rules end, if head is truly worse by given amounts: whole gates, from their first look to
 * the one that decides, early passes, Holm's correction and the control included. Pairs are random; they are judged by the
 * code that judges real ones.
 */
final class SimulatedGates {
    /** Enough for a standard error of half a per cent at 95 %. */
    static final int DRAWS = 2_000;

    /** Enough to begin a search with. */
    private static final int FEW_DRAWS = 200;

    private static final double FOUND = 0.95;
    /** A harm is searched up to so many times its material margin, or deviations of a pair if those are more. */
    private static final double FARTHEST = 20;

    private static final double SMALLEST = 1e-9;
    private static final double COARSE = 1.5;
    private static final double NEARLY = 0.03;
    private static final double FINE = 1.04;
    private static final double PRECISION = 0.01;

    /** Where a simulated gate takes the harms of its pairs from, if nothing truly differs. */
    interface PairNoise {
        /** A change of a harm that no figure shows. */
        double UNTIED = 1e-9;

        /**
         * Draws one block: the harm of each rule.
         *
         * @param head filled with those of head against base
         * @param control filled with those of base's second measurement against its first
         */
        void draw(SplittableRandom random, double[] head, double[] control);

        /** Normal harms, independent from rule to rule; head and control share the same base. */
        static PairNoise normal(double deviation) {
            double ofOne = deviation / Math.sqrt(2);
            return (random, head, control) -> {
                for (int rule = 0; rule < head.length; rule++) {
                    double base = random.nextGaussian();
                    head[rule] = (base - random.nextGaussian()) * ofOne;
                    control[rule] = (base - random.nextGaussian()) * ofOne;
                }
            };
        }

        /**
         * Pairs of identical builds that were really measured, drawn with replacement, each with a random sign, because a coin
         * decides which of the two is called head. All rules take theirs from the same pair, so what they have in common
         * stays. The control's is another pair. A pair that is drawn twice differs a little, as no two measured ones are equal;
         * tied ones would also be judged much more slowly.
         *
         * @param pairs at least one; one harm for each rule
         * @param times how much noisier than recorded
         */
        static PairNoise recorded(List<double[]> pairs, double times) {
            return (random, head, control) -> {
                fill(head, pairs, times, random);
                fill(control, pairs, times, random);
            };
        }

        private static void fill(double[] harms, List<double[]> pairs, double times, SplittableRandom random) {
            double[] pair = pairs.get(random.nextInt(pairs.size()));
            double factor = random.nextBoolean() ? times : -times;
            for (int rule = 0; rule < harms.length; rule++) {
                harms[rule] = factor * pair[rule] * (1 + UNTIED * random.nextDouble());
            }
        }
    }

    private final List<Draw> draws;
    private final int rules;

    private enum End {
        PASS,
        FAIL,
        INVALID,
        OPEN
    }

    private record Ending(End end, int pairs) {}

    private SimulatedGates(List<Draw> draws, int rules) {
        this.draws = draws;
        this.rules = rules;
    }

    /**
     * Pairs whose harms are normal and independent from rule to rule, with a deviation of 1 in each.
     *
     * @param rules in the family, at least one
     */
    static SimulatedGates normal(GateDesign design, DecisionTerms decision, int rules) {
        return of(design, decision, rules, PairNoise.normal(1), DRAWS);
    }

    /**
     * Gates whose pairs are drawn from some noise.
     *
     * @param noise of a pair, in the scale in which margins and harms are given; one value for each of the rules
     * @param draws how many gates
     */
    static SimulatedGates of(GateDesign design, DecisionTerms decision, int rules, PairNoise noise, int draws) {
        var spending = Spending.of(design.looks(), decision.alpha(), decision.passAlpha(), rules);
        // Each draw has a seed of its own, so the order in which threads make them changes nothing.
        return new SimulatedGates(
                LongStream.range(0, draws)
                        .mapToObj(seed -> new Draw(design, decision, spending, pairs(design, rules, noise, seed)))
                        .toList(),
                rules);
    }

    /** The harms of head and of the control in each pair, rule by rule. */
    private static double[][][] pairs(GateDesign design, int rules, PairNoise noise, long seed) {
        var random = new SplittableRandom(seed);
        var pairs = new double[2][design.looks().getLast()][rules];
        for (int pair = 0; pair < pairs[0].length; pair++) {
            noise.draw(random, pairs[0][pair], pairs[1][pair]);
        }
        return pairs;
    }

    /** The pairs of one gate up to one look, and whether its control seems to differ from base. */
    private record AtLook(Look look, List<Evidence> heads, List<Evidence> controls, boolean isInvalid) {
        End end(FailWhen failWhen, List<Margins> margins, double... harms) {
            if (isInvalid) {
                return End.INVALID;
            }
            var evidence = new ArrayList<Evidence>(heads.size());
            for (int rule = 0; rule < heads.size(); rule++) {
                evidence.add(heads.get(rule).worseBy(harms[rule]));
            }
            var judge = new NoisyJudge(look, failWhen, evidence.size(), evidence);
            boolean passes = true;
            for (int rule = 0; rule < evidence.size(); rule++) {
                var outcome = judge.outcome(evidence.get(rule), margins.get(rule));
                if (outcome == RuleOutcome.FAIL) {
                    return End.FAIL;
                }
                passes &= outcome == RuleOutcome.PASS && !isControlTooNoisy(rule, margins);
            }
            return passes ? End.PASS : End.OPEN;
        }

        private boolean isControlTooNoisy(int rule, List<Margins> margins) {
            return !controls.isEmpty()
                    && ControlArm.isTooNoisy(
                            controls.get(rule), margins.get(rule).tolerate());
        }
    }

    /** The pairs of one gate. Ranking them takes time, so it is done once, and only for looks that the gate gets to. */
    private static final class Draw {
        private final FailWhen failWhen;
        private final Spending spending;
        private final double[][] heads;
        private final double[][] controls;
        private final List<AtLook> ranked = new ArrayList<>();

        Draw(GateDesign design, DecisionTerms decision, Spending spending, double[][][] pairs) {
            this.failWhen = decision.failWhen();
            this.spending = spending;
            this.heads = pairs[0];
            this.controls = design.control() ? pairs[1] : new double[0][];
        }

        /** How a gated run would end, which it does at the first look at which a rule fails or all rules pass. */
        Ending ending(List<Margins> margins, double... harms) {
            var looks = spending.looks();
            for (int i = 0; i < looks.size(); i++) {
                var end = at(i).end(failWhen, margins, harms);
                if (end != End.OPEN) {
                    return new Ending(end, looks.get(i));
                }
            }
            return new Ending(End.OPEN, looks.getLast());
        }

        /** Looks are asked for one after the other. */
        private AtLook at(int number) {
            if (number == ranked.size()) {
                int count = spending.looks().get(number);
                var look = spending.reached(count, false);
                var control = evidence(controls, count, look);
                ranked.add(new AtLook(
                        look,
                        evidence(heads, count, look),
                        control,
                        IntStream.of(ControlArm.differing(control, look))
                                .findAny()
                                .isPresent()));
            }
            return ranked.get(number);
        }

        private static List<Evidence> evidence(double[][] pairs, int count, Look look) {
            return IntStream.range(0, pairs.length == 0 ? 0 : pairs[0].length)
                    .mapToObj(rule -> Evidence.of(
                            Arrays.stream(pairs, 0, count)
                                    .mapToDouble(pair -> pair[rule])
                                    .toArray(),
                            look))
                    .toList();
        }
    }

    /**
     * How gates about identical builds end.
     *
     * @param margins of each rule, in the scale of the pairs
     */
    GateOutlook identical(List<Margins> margins) {
        return outlook(margins, new double[rules]);
    }

    /** @param harms the true ones of each rule, in the scale of the pairs */
    GateOutlook outlook(List<Margins> margins, double... harms) {
        return outlook(draws, margins, harms);
    }

    private static GateOutlook outlook(List<Draw> draws, List<Margins> margins, double... harms) {
        var endings =
                draws.parallelStream().map(draw -> draw.ending(margins, harms)).toList();
        return new GateOutlook(
                share(endings, End.PASS),
                share(endings, End.FAIL),
                share(endings, End.INVALID),
                endings.stream().mapToInt(Ending::pairs).average().orElse(0));
    }

    private static double share(List<Ending> endings, End end) {
        return endings.stream().filter(ending -> ending.end() == end).count() / (double) endings.size();
    }

    /**
     * The smallest true harm of one rule, all others being unharmed, with which the gate fails in 95 of 100 runs.
     *
     * @return in the scale of the pairs; empty if it finds none
     */
    OptionalDouble detectable(List<Margins> margins, int rule) {
        double material = margins.get(rule).material();
        double farthest = FARTHEST * Math.max(1, material);
        double high = Math.max(material, SMALLEST);
        while (!finds(FEW_DRAWS, margins, rule, high)) {
            high *= COARSE;
            if (high > farthest) {
                return OptionalDouble.empty();
            }
        }
        high = bisected(FEW_DRAWS, margins, rule, high / COARSE, high, NEARLY);
        // The few draws are off by a little: all of them decide around what they found.
        while (!finds(draws.size(), margins, rule, high)) {
            high *= FINE;
            if (high > farthest) {
                return OptionalDouble.empty();
            }
        }
        double low = high / FINE;
        while (finds(draws.size(), margins, rule, low)) {
            high = low;
            low /= FINE;
        }
        return OptionalDouble.of(bisected(draws.size(), margins, rule, low, high, PRECISION));
    }

    private double bisected(int count, List<Margins> margins, int rule, double from, double to, double precision) {
        double low = from;
        double high = to;
        while (high - low > precision * high) {
            double middle = (low + high) / 2;
            if (finds(count, margins, rule, middle)) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return high;
    }

    private boolean finds(int count, List<Margins> margins, int rule, double harm) {
        var harms = new double[rules];
        harms[rule] = harm;
        return outlook(draws.subList(0, Math.min(count, draws.size())), margins, harms)
                        .fails()
                >= FOUND;
    }
}
