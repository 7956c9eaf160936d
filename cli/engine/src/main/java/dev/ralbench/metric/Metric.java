package dev.ralbench.metric;

import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.metric.DependencyFigure.Aspect;
import dev.ralbench.metric.MetricSource.ByName;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * A figure of a window: its name, its unit, which way is better, how to read it, where its value comes from and how two
 * values are compared. Tables, files and comparisons take their columns from the list of all, {@link Metrics#ALL}; there
 * is one object of each. Metrics of one request or journey by its name, {@link #ofName}, are made when they are needed;
 * two of them are equal if their keys are.
 */
public final class Metric {
    /** Between the key of a metric and the name of the request or journey that it is of. */
    static final String SIGN_OF_NAME = "@";

    private final String key;
    private final Optional<String> name;
    private final Optional<Metric> ofAll;
    private final String title;
    private final MetricUnit unit;
    private final Better better;
    private final String reading;
    private final MetricSource source;
    private final MetricComparison comparison;

    Metric(
            String key,
            String title,
            MetricUnit unit,
            Better better,
            String reading,
            MetricSource source,
            MetricComparison comparison) {
        this(key, Optional.empty(), Optional.empty(), title, unit, better, reading, source, comparison);
    }

    private Metric(
            String key,
            Optional<String> name,
            Optional<Metric> ofAll,
            String title,
            MetricUnit unit,
            Better better,
            String reading,
            MetricSource source,
            MetricComparison comparison) {
        this.key = key;
        this.name = name;
        this.ofAll = ofAll;
        this.title = title;
        this.unit = unit;
        this.better = better;
        this.reading = reading;
        this.source = source;
        this.comparison = comparison;
    }

    /**
     * This metric of the requests or journeys of one name alone, such as {@code p99@order}.
     *
     * @throws IllegalArgumentException if it cannot be told apart by name, see {@link #isKnownByName}
     */
    public Metric ofName(String ofRequest) {
        if (!isKnownByName()) {
            throw new IllegalArgumentException(key + " cannot be told apart by request");
        }
        return new Metric(
                key + SIGN_OF_NAME + ofRequest,
                Optional.of(ofRequest),
                Optional.of(this),
                title + SIGN_OF_NAME + ofRequest,
                unit,
                better,
                reading,
                source.ofName(ofRequest),
                source.ofNames() == ByName.SHOWN ? comparison : comparison.outOfHeadline());
    }

    /** Whether the requests or journeys of one name have it, too. */
    public boolean isKnownByName() {
        return source.ofNames() != ByName.NONE;
    }

    /** The request or journey that it is of; empty if it is of everything that was measured. */
    public Optional<String> name() {
        return name;
    }

    /** The same figure of everything that was measured; itself unless it is of a name. */
    public Metric ofAll() {
        return ofAll.orElse(this);
    }

    /** The name in files and on the command line, such as {@code cpu/request} or {@code p99@order}. */
    public String key() {
        return key;
    }

    /** The name in tables. */
    public String title() {
        return title;
    }

    public MetricUnit unit() {
        return unit;
    }

    public Better better() {
        return better;
    }

    /** How to read it, with its limits, in one or two sentences. */
    public String reading() {
        return reading;
    }

    /** How two values become a difference, and what size matters. */
    public MetricComparison comparison() {
        return comparison;
    }

    /**
     * The least value that can be told from 0 in a window, in {@link #unit}; 0 if none is known. There is no ratio to
     * 0: comparisons raise smaller values to this value. Then 0 on both sides is no difference, and 0 on one side is as
     * large a difference as could be seen.
     */
    public double resolution(WindowMeasurement window) {
        return source.resolution().applyAsDouble(window);
    }

    /** Its figure of a dependency, if it has one. */
    public Optional<DependencyFigure> ofDependency() {
        return source.dependency();
    }

    /** Whether it counts a dependency's work for each request. */
    public boolean isServedPerRequestBy(String kind) {
        return source.dependency()
                .filter(figure -> figure.aspect() == Aspect.SERVED_PER_REQUEST
                        && figure.kinds().contains(kind))
                .isPresent();
    }

    /** Whether it is missing only if too few requests were served: then it is as bad as it can be. */
    public boolean isOfRequests() {
        return source.isOfRequests();
    }

    /** Whether it comes from a look into the target's process, which needs to be known. */
    public boolean isOfProcess() {
        return source.isOfProcess();
    }

    /** Which percentile of the response times, connections or delays it is, above 0 and at most 100; empty of all others. */
    public OptionalDouble percentile() {
        return source.percentile();
    }

    /** What several trials of a variant have for its figure. */
    public OverTrials overTrials() {
        return source.overTrials();
    }

    /** Samples that a window needs for the metric to have a value; 0 unless the metric is a percentile. */
    public long leastSamples() {
        return source.leastSamples();
    }

    /**
     * Its value in a window, in {@link #unit}; empty if it was not or cannot be measured, or the metric is not about
     * windows.
     */
    public OptionalDouble of(WindowMeasurement window) {
        return source.value().apply(window);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Metric metric && key.equals(metric.key);
    }

    @Override
    public int hashCode() {
        return key.hashCode();
    }

    @Override
    public String toString() {
        return key;
    }
}
