package dev.ralbench.metric;

import dev.ralbench.measurement.NamedRequests;
import dev.ralbench.measurement.ServerView;
import dev.ralbench.measurement.WindowMeasurement;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.ToLongFunction;

/**
 * A metric's figure of a dependency.
 *
 * @param kinds names of the kinds of dependencies that it is about; those that a target has are taken together
 */
public record DependencyFigure(List<String> kinds, Aspect aspect) {
    private static final List<String> DATABASES = List.of("mysql", "postgres");

    public DependencyFigure {
        kinds = List.copyOf(kinds);
    }

    /** A figure of one kind of dependency. */
    DependencyFigure(String kind, Aspect aspect) {
        this(List.of(kind), aspect);
    }

    /** A figure of any SQL database, so that a gate on statements fits all of them. */
    static DependencyFigure ofDatabases(Aspect aspect) {
        return new DependencyFigure(DATABASES, aspect);
    }

    /** The figures of every dependency. Tables and comparisons select figures by it. */
    public enum Aspect {
        /** Everything served in a window. */
        SERVED(MetricUnit.COUNT, Better.LOWER, MetricComparison.none()),
        SERVED_PER_REQUEST(
                MetricUnit.RATIO,
                Better.LOWER,
                MetricComparison.exact(0.02, 0.05, 0.10).inHeadline()),
        /** Not compared: journeys that reach over the edges of a level make it a little more or less. */
        SERVED_PER_JOURNEY(MetricUnit.RATIO, Better.LOWER, MetricComparison.none()),
        /** Requests that share one thing served; none where each has one or more of its own. */
        BATCH(MetricUnit.RATIO, Better.NEITHER, MetricComparison.none()),
        /** Most at once that the dependency worked on. */
        RUNNING_PEAK(MetricUnit.COUNT, Better.NEITHER, MetricComparison.none()),
        /** Most at once that waited in the dependency, which only lets time pass. */
        WAITING_PEAK(MetricUnit.COUNT, Better.NEITHER, MetricComparison.none()),
        CONNECTIONS_PEAK(MetricUnit.COUNT, Better.LOWER, MetricComparison.none());

        private final MetricUnit unit;
        private final Better better;

        @SuppressWarnings("ImmutableEnumChecker") // a record of numbers and constants
        private final MetricComparison comparison;

        Aspect(MetricUnit unit, Better better, MetricComparison comparison) {
            this.unit = unit;
            this.better = better;
            this.comparison = comparison;
        }

        MetricUnit unit() {
            return unit;
        }

        Better better() {
            return better;
        }

        MetricComparison comparison() {
            return comparison;
        }
    }

    /** The figure's value in a window; empty if there is no such dependency. */
    OptionalDouble in(WindowMeasurement window) {
        var views = kinds.stream()
                .map(window.views().servers()::get)
                .filter(Objects::nonNull)
                .toList();
        return views.isEmpty()
                ? OptionalDouble.empty()
                : of(views, window.requests().completions().ended(), journeys(window));
    }

    private static long journeys(WindowMeasurement window) {
        return window.named().stream()
                .filter(named -> named.kind() == NamedRequests.Kind.JOURNEY)
                .mapToLong(named -> named.completions().ended())
                .sum();
    }

    private OptionalDouble of(List<ServerView> views, long ended, long journeys) {
        return switch (aspect) {
            case SERVED -> sum(views, ServerView::served);
            // None is a finding too.
            case SERVED_PER_REQUEST -> per(ended, views);
            case SERVED_PER_JOURNEY -> per(journeys, views);
            case BATCH -> batch(sum(views, ServerView::served).getAsDouble(), ended);
            case RUNNING_PEAK, WAITING_PEAK -> sum(views, ServerView::runningPeak);
            case CONNECTIONS_PEAK -> sum(views, ServerView::connectionsPeak);
        };
    }

    private static OptionalDouble per(long count, List<ServerView> views) {
        return count == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(sum(views, ServerView::served).getAsDouble() / count);
    }

    private static OptionalDouble batch(double served, long ended) {
        return served == 0 || ended <= served ? OptionalDouble.empty() : OptionalDouble.of(ended / served);
    }

    private static OptionalDouble sum(List<ServerView> views, ToLongFunction<ServerView> figure) {
        return MetricSource.count(views.stream().mapToLong(figure).sum());
    }
}
