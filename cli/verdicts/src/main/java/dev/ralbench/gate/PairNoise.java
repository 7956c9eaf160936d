package dev.ralbench.gate;

import java.util.List;
import java.util.SplittableRandom;

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
