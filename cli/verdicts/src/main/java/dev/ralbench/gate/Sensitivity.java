package dev.ralbench.gate;

import dev.ralbench.statistics.Power;
import java.util.OptionalInt;

/** The harm a noisy rule finds with 95 % probability. */
final class Sensitivity {
    private Sensitivity() {}

    /**
     * The smallest harm that so many blocks find.
     *
     * @param sd of a block's harm
     * @param alpha of all rules at one look
     * @param rules that share it
     * @param material the least harm that matters
     * @return infinite if they can find nothing
     */
    static double detectable(FailWhen failWhen, int blocks, double sd, double alpha, int rules, double material) {
        double strictest = alpha / Math.max(1, rules);
        return switch (failWhen) {
            case SIGNIFICANT_AND_MATERIAL -> Power.detectable(blocks, sd, strictest, Power.REPORTED, material);
            case BEYOND_MARGIN -> Power.detectableBeyondMargin(blocks, sd, strictest, alpha, Power.REPORTED, material);
        };
    }

    /**
     * How many blocks settle a rule, if the harm is as estimated: enough to find it if it is material, else to show
     * that it is tolerated. Empty if no number does.
     *
     * @param failAlpha of one rule at one look
     * @param passAlpha of the bound that a pass needs
     */
    static OptionalInt blocksToSettle(
            double estimate, double sd, double failAlpha, double passAlpha, NoisyJudge.Margins margins) {
        double toPass = margins.tolerate() - Math.max(0, estimate);
        // The upper bound falls below the tolerance as often as the lower one of the mirrored blocks exceeds 0.
        var passing = toPass > 0 ? Power.blocksToDetect(toPass, sd, passAlpha, Power.REPORTED, 0) : OptionalInt.empty();
        var failing = estimate > margins.material()
                ? Power.blocksToDetect(estimate, sd, failAlpha, Power.REPORTED, margins.material())
                : OptionalInt.empty();
        if (passing.isEmpty() || failing.isEmpty()) {
            return passing.isPresent() ? passing : failing;
        }
        return passing.getAsInt() < failing.getAsInt() ? passing : failing;
    }
}
