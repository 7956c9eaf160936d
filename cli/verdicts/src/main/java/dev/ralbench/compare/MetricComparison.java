package dev.ralbench.compare;

import dev.ralbench.load.Level;
import dev.ralbench.measurement.DependencyFigure;
import dev.ralbench.measurement.Metric;

/**
 * How a metric is compared, and what size of difference matters. One list for all metrics; where it says nothing else,
 * margins are relative changes for the worse, such as 0.05.
 *
 * @param way in which values become a difference
 * @param scope what it has values of
 * @param material a smaller change is not worth a word
 * @param tolerated a change that is shown to be smaller passes a gate
 * @param slack of counts without noise: how far apart they may be, in the metric's unit
 * @param leastRequests per trial and level; with fewer the value says little
 * @param headline whether tables show it without being asked
 */
public record MetricComparison(
        Metric metric,
        Way way,
        Scope scope,
        double material,
        double tolerated,
        double slack,
        long leastRequests,
        boolean headline) {

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
        /** Says nothing about better or worse, or nothing that another metric does not say. */
        NOT_COMPARED,
    }

    /** Whether a metric has one value per level or one per run. */
    public enum Scope {
        LEVEL,
        WHOLE_RUN,
    }

    /** Quotients of counts are not exact in binary: 3.02 - 3 is above 0.02. */
    static final double ROUNDING = 1e-9;

    private static final double NO_SLACK = 0;
    private static final long REQUESTS_FOR_P99 = 10_000;
    private static final long REQUESTS_FOR_P999 = 100_000;

    /** The one for a metric. */
    public static MetricComparison of(Metric metric) {
        return switch (metric) {
            case GOODPUT -> rate(metric, 0.05, 0.10).inHeadline();
            case P50, P90 -> size(metric, Scope.LEVEL, 0.05, 0.10).inHeadline();
            case P99 ->
                size(metric, Scope.LEVEL, 0.10, 0.25).needing(REQUESTS_FOR_P99).inHeadline();
            case SERVICE_P50 -> size(metric, Scope.LEVEL, 0.05, 0.10);
            case P99_CORRECTED, SERVICE_P99 ->
                size(metric, Scope.LEVEL, 0.10, 0.25).needing(REQUESTS_FOR_P99);
            case P999_CORRECTED -> size(metric, Scope.LEVEL, 0.20, 0.50).needing(REQUESTS_FOR_P999);
            case P999 ->
                size(metric, Scope.LEVEL, 0.20, 0.50).needing(REQUESTS_FOR_P999).inHeadline();
            case ERRORS -> difference(metric, 0.001, 0.001).inHeadline();
            case TIMEOUTS -> difference(metric, 0.001, 0.001);
            case STALL -> size(metric, Scope.LEVEL, 0.50, 1.00).inHeadline();
            case STALL_SECONDS -> difference(metric, 0.5, 1);
            case CPU_PER_REQUEST -> rate(metric, 0.05, 0.10).inHeadline();
            case ALLOCATION_PER_REQUEST -> rate(metric, 0.02, 0.05).inHeadline();
            case TOTAL_TIME -> rate(metric, 0.05, 0.10);
            case THREADS_STARTED -> size(metric, Scope.WHOLE_RUN, 0.10, 0.25);
            case MEAN, REQUESTS_PER_SECOND -> rate(metric, 0.05, 0.10); // in a closed model both repeat goodput
            case SWITCHES_PER_REQUEST -> rate(metric, 0.10, 0.25);
            case GC_COUNT, GC_TIME -> size(metric, Scope.LEVEL, 0.10, 0.25);
            case THREADS_PEAK -> exact(metric, 2, 0.05, 0.10).inHeadline();
            case HEAP_AFTER_COLLECTION, RSS_PEAK ->
                size(metric, Scope.WHOLE_RUN, 0.10, 0.25).inHeadline();
            case STARTUP -> size(metric, Scope.WHOLE_RUN, 0.10, 0.25).inHeadline();
            case LOOP_LAG, LOOP_LAG_P99 -> size(metric, Scope.LEVEL, 0.10, 0.25);
            case HEAP_PEAK -> size(metric, Scope.WHOLE_RUN, 0.10, 0.25); // mostly the collector's laziness
            case REQUESTS,
                    PEAK_PER_SECOND, // as a maximum: the longer the level, the higher
                    STDDEV,
                    MAX,
                    CONNECT_P99,
                    OFFERED,
                    SENT,
                    LATE_P99,
                    WAITING,
                    LITTLE_DEVIATION,
                    USER_SECONDS -> notCompared(metric);
            default ->
                ofDependency(
                        metric,
                        metric.ofDependency()
                                .orElseThrow(() -> new IllegalStateException("no comparison of " + metric)));
        };
    }

    /** How figures of dependencies are compared, which is the same for every kind of dependency. */
    private static MetricComparison ofDependency(Metric metric, DependencyFigure figure) {
        return switch (figure.aspect()) {
            case SERVED_PER_REQUEST -> exact(metric, 0.02, 0.05, 0.10).inHeadline();
            case SERVED, BATCH, RUNNING_PEAK, WAITING_PEAK, CONNECTIONS_PEAK -> notCompared(metric);
        };
    }

    private static MetricComparison notCompared(Metric metric) {
        return new MetricComparison(metric, Way.NOT_COMPARED, Scope.LEVEL, 0, 0, NO_SLACK, 0, false);
    }

    /** Whether a level is where the metric says most: rates by level, peaks and counts of the whole run. */
    public boolean isAtItsPlace(Level level) {
        return way != Way.NOT_COMPARED && level.isWholeRun() == (scope == Scope.WHOLE_RUN);
    }

    /**
     * A margin in the scale of harm: of relative margins the logarithm of the ratio that is so much worse, so that a
     * change printed as 5 % and a margin of 5 % are the same.
     *
     * @param margin such as {@link #material}, below 1
     */
    public double harm(double margin, Change.Scale scale) {
        return scale == Change.Scale.DIFFERENCE ? margin : LogRatio.of(metric, margin);
    }

    /** What is material in the scale of a change; of a count that is compared by difference, its slack. */
    public double materialHarm(Change.Scale scale) {
        boolean isCounted = way == Way.EXACT && scale == Change.Scale.DIFFERENCE;
        return isCounted ? slack : harm(material, scale);
    }

    private static MetricComparison rate(Metric metric, double material, double tolerated) {
        return new MetricComparison(metric, Way.RATE, Scope.LEVEL, material, tolerated, NO_SLACK, 0, false);
    }

    private static MetricComparison size(Metric metric, Scope scope, double material, double tolerated) {
        return new MetricComparison(metric, Way.SIZE, scope, material, tolerated, NO_SLACK, 0, false);
    }

    private static MetricComparison difference(Metric metric, double material, double tolerated) {
        return new MetricComparison(metric, Way.DIFFERENCE, Scope.LEVEL, material, tolerated, NO_SLACK, 0, false);
    }

    private static MetricComparison exact(Metric metric, double slack, double material, double tolerated) {
        return new MetricComparison(metric, Way.EXACT, Scope.WHOLE_RUN, material, tolerated, slack, 0, false);
    }

    private MetricComparison needing(long requests) {
        return new MetricComparison(metric, way, scope, material, tolerated, slack, requests, headline);
    }

    private MetricComparison inHeadline() {
        return new MetricComparison(metric, way, scope, material, tolerated, slack, leastRequests, true);
    }
}
