package dev.ralbench.metric;

import dev.ralbench.measurement.EventLoopLag;
import dev.ralbench.measurement.InsideView;
import dev.ralbench.measurement.LatencyDistribution;
import dev.ralbench.measurement.OpenLoad;
import dev.ralbench.measurement.WindowKind;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.measurement.WindowRequests.Transfer;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The source of a metric's value in a window, and its properties. The value is empty if one link of the chain is
 * missing.
 *
 * @param value in a window
 * @param isOfRequests whether it is missing only if too few requests were served
 * @param isOfProcess whether it comes from a look into the target's process
 * @param leastSamples with fewer requests in a window there is no value; 0 unless it is a percentile
 * @param resolution the least value that can be told from 0; 0 if none is known
 * @param dependency its figure of a dependency, if it has one
 * @param percentile which one it is, above 0 and at most 100; empty of all other figures
 * @param overTrials what several trials of a variant have for a figure
 * @param ofNames whether the requests of one name have it, too
 */
record MetricSource(
        Function<WindowMeasurement, OptionalDouble> value,
        boolean isOfRequests,
        boolean isOfProcess,
        long leastSamples,
        ToDoubleFunction<WindowMeasurement> resolution,
        Optional<DependencyFigure> dependency,
        OptionalDouble percentile,
        OverTrials overTrials,
        ByName ofNames) {

    /** Whether a figure of all requests is one of those of a single name, too. */
    enum ByName {
        /** It is of the connections, of the target as a whole, or of users, who send all of them. */
        NONE,
        KNOWN,
        /** Tables show it unasked: with a dozen names, all would bury the others. */
        SHOWN,
    }

    /** A figure of the load that does not depend on how many requests were served. */
    static MetricSource of(Function<WindowMeasurement, OptionalDouble> value) {
        return typical(value, false, false, Optional.empty());
    }

    private static MetricSource typical(
            Function<WindowMeasurement, OptionalDouble> value,
            boolean isOfRequests,
            boolean isOfProcess,
            Optional<DependencyFigure> dependency) {
        return new MetricSource(
                value,
                isOfRequests,
                isOfProcess,
                0,
                window -> 0,
                dependency,
                OptionalDouble.empty(),
                OverTrials.TYPICAL_TRIAL,
                ByName.NONE);
    }

    /** The source of metrics whose values are kept next to the windows of a trial. */
    static MetricSource outsideWindows() {
        return of(window -> OptionalDouble.empty());
    }

    static MetricSource ofRequests(Function<WindowMeasurement, OptionalDouble> value) {
        return typical(value, true, false, Optional.empty());
    }

    /** A percentile of something other than requests, such as connections. As all percentiles it is of merged trials. */
    static MetricSource percentile(
            double percentile, BiFunction<WindowMeasurement, Double, OptionalDouble> distribution) {
        return percentile(percentile, distribution, false);
    }

    static MetricSource percentileOfRequests(
            double percentile, BiFunction<WindowMeasurement, Double, OptionalDouble> distribution) {
        return percentile(percentile, distribution, true);
    }

    private static MetricSource percentile(
            double percentile,
            BiFunction<WindowMeasurement, Double, OptionalDouble> distribution,
            boolean isOfRequests) {
        return new MetricSource(
                window -> distribution.apply(window, percentile),
                isOfRequests,
                false,
                LatencyDistribution.samplesFor(percentile),
                window -> 0,
                Optional.empty(),
                OptionalDouble.of(percentile),
                OverTrials.MERGED,
                ByName.NONE);
    }

    static MetricSource inside(Function<InsideView, OptionalDouble> value) {
        return typical(
                window -> window.views().inside().map(value).orElseGet(OptionalDouble::empty),
                false,
                true,
                Optional.empty());
    }

    static MetricSource jvm(Function<InsideView.Jvm, OptionalDouble> value) {
        return inside(view -> view.jvm().map(value).orElseGet(OptionalDouble::empty));
    }

    static MetricSource lag(Function<EventLoopLag, OptionalDouble> value) {
        return inside(view -> view.node().map(node -> value.apply(node.lag())).orElseGet(OptionalDouble::empty));
    }

    static MetricSource ofDependency(DependencyFigure figure) {
        return typical(figure::in, false, false, Optional.of(figure));
    }

    /** A figure of windows in which requests arrived at a rate. */
    static MetricSource open(BiFunction<WindowMeasurement, OpenLoad, OptionalDouble> value) {
        return of(window -> window.open().map(open -> value.apply(window, open)).orElseGet(OptionalDouble::empty));
    }

    /** A figure of the bytes that requests moved. */
    static MetricSource transfer(BiFunction<WindowMeasurement, Transfer, OptionalDouble> value) {
        return of(window -> window.requests()
                .transfer()
                .map(bytes -> value.apply(window, bytes))
                .orElseGet(OptionalDouble::empty));
    }

    /** A percentile of one of an open load's distributions. */
    static BiFunction<WindowMeasurement, Double, OptionalDouble> openPercentile(
            Function<OpenLoad, LatencyDistribution> distribution) {
        return (window, percentile) -> window.open()
                .map(open -> distribution.apply(open).percentileMillis(percentile))
                .orElseGet(OptionalDouble::empty);
    }

    /** The value divided by the requests that ended: those are the ones that cost something. */
    MetricSource perRequest() {
        return new MetricSource(
                window -> perEnded(value.apply(window), window),
                true,
                isOfProcess,
                leastSamples,
                resolution,
                dependency,
                percentile,
                overTrials,
                ofNames);
    }

    private static OptionalDouble perEnded(OptionalDouble total, WindowMeasurement window) {
        long ended = window.requests().completions().ended();
        return total.isEmpty() || total.getAsDouble() == 0 || ended == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(total.getAsDouble() / ended);
    }

    MetricSource resolvedBy(ToDoubleFunction<WindowMeasurement> newResolution) {
        return new MetricSource(
                value,
                isOfRequests,
                isOfProcess,
                leastSamples,
                newResolution,
                dependency,
                percentile,
                overTrials,
                ofNames);
    }

    /** The same figure, of several trials that of all their requests together. */
    MetricSource merged() {
        return new MetricSource(
                value,
                isOfRequests,
                isOfProcess,
                leastSamples,
                resolution,
                dependency,
                percentile,
                OverTrials.MERGED,
                ofNames);
    }

    /** The same figure, which the requests of one name have, too. */
    MetricSource byName() {
        return with(ByName.KNOWN);
    }

    private MetricSource with(ByName of) {
        return new MetricSource(
                value, isOfRequests, isOfProcess, leastSamples, resolution, dependency, percentile, overTrials, of);
    }

    /** The same, which tables show of each name. */
    MetricSource shownByName() {
        return with(ByName.SHOWN);
    }

    /** The same figure of the requests or journeys of one name; empty in windows that have none of that name. */
    MetricSource ofName(String name) {
        return new MetricSource(
                window -> window.of(name).map(value).orElseGet(OptionalDouble::empty),
                isOfRequests,
                isOfProcess,
                leastSamples,
                window -> window.of(name).map(resolution::applyAsDouble).orElse(0.0),
                dependency,
                percentile,
                overTrials,
                ByName.NONE);
    }

    /** One request in the whole window, per second. */
    static double onePerWindow(WindowMeasurement window) {
        return window.lengthSeconds() > 0 ? 1 / window.lengthSeconds() : 0;
    }

    static OptionalDouble perSecond(WindowMeasurement window, double count) {
        return window.lengthSeconds() <= 0 ? OptionalDouble.empty() : OptionalDouble.of(count / window.lengthSeconds());
    }

    static OptionalDouble quotient(long count, long of) {
        return of == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) count / of);
    }

    /** Seconds until the requests of a counted window were done; empty if some are still open. */
    static OptionalDouble totalSeconds(WindowMeasurement window) {
        return window.kind() == WindowKind.COUNTED && window.requests().stillOpen() == 0
                ? OptionalDouble.of(window.lengthSeconds())
                : OptionalDouble.empty();
    }

    static OptionalDouble threadsPeak(InsideView view) {
        return OptionalDouble.of(view.jvm().map(InsideView.Jvm::ownThreadsPeak).orElse(view.osThreadsPeak()));
    }

    /** A whole number as a value; exact up to 2^53. */
    static OptionalDouble count(long value) {
        return OptionalDouble.of((double) value);
    }

    static OptionalDouble ofDouble(Optional<Double> value) {
        return value.map(OptionalDouble::of).orElseGet(OptionalDouble::empty);
    }

    static OptionalDouble ofLong(Optional<Long> value) {
        return ofDouble(value.map(Long::doubleValue));
    }
}
