package dev.ralbench.metric;

import dev.ralbench.load.Level;

/**
 * How a metric is compared, and what size of difference matters. Unless a way says otherwise, margins are relative changes
 * for the worse, such as 0.05.
 *
 * @param way in which values become a difference
 * @param scope the things it has values of
 * @param material a smaller change is not reported
 * @param tolerated a change that is shown to be smaller passes a gate
 * @param slack of counts without noise: how far apart they may be, in the metric's unit
 * @param leastRequests per trial and level; with fewer the value says little
 * @param headline whether tables show it by default
 */
public record MetricComparison(
        Way way, Scope scope, double material, double tolerated, double slack, long leastRequests, boolean headline) {

    /** How two values become a difference. */
    public enum Way {
        /** Logarithm of the ratio; of alternating windows the median over the ratios of neighbours. */
        RATE,
        /** Logarithm of the ratio of the whole level's values: windows merged, the highest of peaks. */
        SIZE,
        /** Difference of shares or times that may well be 0. Margins are in the metric's own unit. */
        DIFFERENCE,
        /** A count without noise: any difference beyond the slack is one. */
        EXACT,
        /** Has no better or worse, or repeats another metric. */
        NOT_COMPARED,
    }

    /** Whether a metric has one value per level or one per run. */
    public enum Scope {
        LEVEL,
        WHOLE_RUN,
    }

    private static final double NO_SLACK = 0;
    private static final long ANY_NUMBER = 0;

    /** A rate, or a cost of each request: one value for each window. */
    static MetricComparison rate(double material, double tolerated) {
        return new MetricComparison(Way.RATE, Scope.LEVEL, material, tolerated, NO_SLACK, ANY_NUMBER, false);
    }

    /** A percentile, a peak or a total of each level. */
    static MetricComparison ofLevel(double material, double tolerated) {
        return new MetricComparison(Way.SIZE, Scope.LEVEL, material, tolerated, NO_SLACK, ANY_NUMBER, false);
    }

    /** A peak or a total that says most of the whole run. */
    static MetricComparison ofWholeRun(double material, double tolerated) {
        return new MetricComparison(Way.SIZE, Scope.WHOLE_RUN, material, tolerated, NO_SLACK, ANY_NUMBER, false);
    }

    /** @param material in the metric's own unit, as is {@code tolerated} */
    static MetricComparison difference(double material, double tolerated) {
        return new MetricComparison(Way.DIFFERENCE, Scope.LEVEL, material, tolerated, NO_SLACK, ANY_NUMBER, false);
    }

    /** @param slack in the metric's own unit */
    static MetricComparison exact(double slack, double material, double tolerated) {
        return new MetricComparison(Way.EXACT, Scope.WHOLE_RUN, material, tolerated, slack, ANY_NUMBER, false);
    }

    static MetricComparison none() {
        return new MetricComparison(Way.NOT_COMPARED, Scope.LEVEL, 0, 0, NO_SLACK, ANY_NUMBER, false);
    }

    MetricComparison needing(long requests) {
        return new MetricComparison(way, scope, material, tolerated, slack, requests, headline);
    }

    MetricComparison inHeadline() {
        return new MetricComparison(way, scope, material, tolerated, slack, leastRequests, true);
    }

    MetricComparison outOfHeadline() {
        return new MetricComparison(way, scope, material, tolerated, slack, leastRequests, false);
    }

    /** Whether a level is the metric's place: rates by level, peaks and counts of the whole run. */
    public boolean isAtItsPlace(Level level) {
        return way != Way.NOT_COMPARED && level.isWholeRun() == (scope == Scope.WHOLE_RUN);
    }
}
