package dev.ralbench.compare;

import dev.ralbench.statistics.Interval;
import dev.ralbench.statistics.StudentT;
import java.util.Arrays;
import java.util.Optional;

/**
 * A second opinion on noisy metrics, by the t test. Ranks decide; if only one of the tests sees a difference, a few
 * blocks are far from the others, and the reader should look at them.
 */
public final class CrossCheck {
    private CrossCheck() {}

    static Optional<String> of(Change change, double material) {
        return of(change.harm(), Change.ALPHA, material, Change.array(change.perBlock()));
    }

    /**
     * A note if a t test and the rank test disagree. Empty if they agree, if they differ about equivalence only, or if
     * there are too few blocks for the ranks to have bounds.
     *
     * @param ranks the rank interval
     * @param alpha of each of its bounds
     * @param material in the scale of the harms
     * @param harms of the blocks; above 0 is worse
     */
    public static Optional<String> of(Interval ranks, double alpha, double material, double... harms) {
        boolean isBounded = Double.isFinite(ranks.low()) && Double.isFinite(ranks.high());
        if (!isBounded || !Arrays.stream(harms).allMatch(Double::isFinite)) {
            return Optional.empty();
        }
        var decided = word(ranks, material);
        var other = word(StudentT.interval(alpha, harms), material);
        return decided.equals(other)
                ? Optional.empty()
                : Optional.of("a t interval would say " + other + ": some blocks are far from the others");
    }

    private static String word(Interval harm, double material) {
        if (harm.low() > 0 && harm.estimate() >= material) {
            return "worse";
        }
        return harm.high() < 0 && harm.estimate() <= -material ? "better" : "no difference that matters";
    }
}
