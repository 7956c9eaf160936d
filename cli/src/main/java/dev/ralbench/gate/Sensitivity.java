package dev.ralbench.gate;

import dev.ralbench.gate.Gate.FailWhen;
import dev.ralbench.statistics.Power;
import java.util.OptionalInt;

/** What a noisy rule finds with a probability of 95 %. */
final class Sensitivity {
    static final double POWER = 0.95;

    private Sensitivity() {}

    /**
     * The smallest harm that so many blocks find.
     *
     * @param sd of a block's harm
     * @param alpha of one rule at one look
     * @param material the least harm that matters
     * @return infinite where they can find nothing
     */
    static double detectable(FailWhen failWhen, int blocks, double sd, double alpha, double material) {
        return switch (failWhen) {
            case SIGNIFICANT_AND_MATERIAL -> Power.detectable(blocks, sd, alpha, POWER, material);
            case BEYOND_MARGIN -> Power.detectableBeyondMargin(blocks, sd, alpha, POWER, material);
        };
    }

    /**
     * How many blocks settle a rule, if the harm is as estimated: they find it where it is material, else they show that
     * it is less than is tolerated. Empty where no number does.
     */
    static OptionalInt blocksToSettle(double estimate, double sd, double alpha, NoisyJudge.Margins margins) {
        double toPass = margins.tolerate() - Math.max(0, estimate);
        var passing = toPass > 0 ? Power.blocksToDetect(toPass, sd, alpha, POWER, 0) : OptionalInt.empty();
        var failing = estimate > margins.material()
                ? Power.blocksToDetect(estimate, sd, alpha, POWER, margins.material())
                : OptionalInt.empty();
        if (passing.isEmpty() || failing.isEmpty()) {
            return passing.isPresent() ? passing : failing;
        }
        return passing.getAsInt() < failing.getAsInt() ? passing : failing;
    }
}
