package dev.ralbench.measurement;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What a metric says about a dependency.
 *
 * @param kind name of the kind of dependency
 */
public record DependencyFigure(String kind, Aspect aspect) {

    /** The same questions to every dependency; tables and comparisons decide by it. */
    public enum Aspect {
        /** Everything served in a window. */
        SERVED(MetricUnit.COUNT, Metric.Better.LOWER),
        SERVED_PER_REQUEST(MetricUnit.RATIO, Metric.Better.LOWER),
        /** Requests that share one thing served; none where each has one or more of its own. */
        BATCH(MetricUnit.RATIO, Metric.Better.NEITHER),
        /** Most at once that the dependency worked on. */
        RUNNING_PEAK(MetricUnit.COUNT, Metric.Better.NEITHER),
        /** Most at once that waited in the dependency, which only lets time pass. */
        WAITING_PEAK(MetricUnit.COUNT, Metric.Better.NEITHER),
        CONNECTIONS_PEAK(MetricUnit.COUNT, Metric.Better.LOWER);

        private final MetricUnit unit;
        private final Metric.Better better;

        Aspect(MetricUnit unit, Metric.Better better) {
            this.unit = unit;
            this.better = better;
        }

        MetricUnit unit() {
            return unit;
        }

        Metric.Better better() {
            return better;
        }
    }

    /** Its value in a window; empty where there is no such dependency. */
    OptionalDouble in(WindowMeasurement window) {
        return Optional.ofNullable(window.servers().get(kind))
                .map(view -> of(view, window.completions().ended()))
                .orElseGet(OptionalDouble::empty);
    }

    private OptionalDouble of(ServerView view, long ended) {
        return switch (aspect) {
            case SERVED -> MetricSource.count(view.served());
            // None is a finding too.
            case SERVED_PER_REQUEST ->
                ended == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) view.served() / ended);
            case BATCH ->
                view.served() == 0 || ended <= view.served()
                        ? OptionalDouble.empty()
                        : OptionalDouble.of((double) ended / view.served());
            case RUNNING_PEAK, WAITING_PEAK -> MetricSource.count(view.runningPeak());
            case CONNECTIONS_PEAK -> MetricSource.count(view.connectionsPeak());
        };
    }
}
