package dev.ralbench.compare;

import dev.ralbench.statistics.Interval;

/** From an interval and a margin to a word. */
public final class VerdictTable {
    /** Quotients of counts are not exact in binary: 3.02 - 3 is above 0.02. */
    static final double ROUNDING = 1e-9;

    private VerdictTable() {}

    /**
     * The first of these that holds: significantly worse and the estimate material; significantly better likewise; the
     * whole interval within the margin (two one-sided tests of equivalence); nothing shown.
     *
     * @param harm above 0 is worse
     * @param material in the same scale
     */
    public static Verdict of(Interval harm, double material) {
        if (harm.low() > 0 && harm.estimate() >= material) {
            return Verdict.REGRESSED;
        }
        if (harm.high() < 0 && harm.estimate() <= -material) {
            return Verdict.IMPROVED;
        }
        return -material < harm.low() && harm.high() < material ? Verdict.UNCHANGED : Verdict.INCONCLUSIVE;
    }

    /** Of a count without noise: beyond the slack it has changed. */
    static Verdict exact(double harm, double slack) {
        if (Math.abs(harm) <= slack + ROUNDING) {
            return Verdict.UNCHANGED;
        }
        return harm > 0 ? Verdict.REGRESSED : Verdict.IMPROVED;
    }
}
