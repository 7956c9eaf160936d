package dev.ralbench.monitoring;

import dev.ralbench.Failure;
import dev.ralbench.compare.Change;
import dev.ralbench.load.Level;
import dev.ralbench.load.Outcome;
import dev.ralbench.measurement.LatencyDistribution;
import dev.ralbench.measurement.Levels;
import dev.ralbench.measurement.NamedRequests;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.metric.Metric;
import dev.ralbench.page.Spelling;
import dev.ralbench.report.RunFigures;
import dev.ralbench.report.comparison.CompareReport;
import dev.ralbench.report.comparison.CompareReport.ChangedFigure;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import dev.ralbench.result.VariantResult;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Stored runs for monitoring systems: every figure, all response times, how requests ended. */
public final class StoredMetrics {
    private final Samples samples = new Samples();

    private StoredMetrics() {}

    /** Runs as Prometheus' text, without times: so its exporter for text files and its push gateway want it. */
    public static String text(List<RunResult> runs) {
        return PrometheusFormat.text(of(runs).samples);
    }

    /** Likewise, with what a comparison of the runs found. */
    public static String text(CompareReport report) {
        var metrics = of(report.runs());
        boolean isNamed = report.runs().size() > 1;
        report.changes().forEach(figure -> metrics.add(figure, isNamed));
        return PrometheusFormat.text(metrics.samples);
    }

    /**
     * Sends a run with the times at which it began and ended.
     *
     * @param version of ralbench
     * @throws Failure if it does not arrive
     */
    public static void send(RunResult run, OtlpEndpoint endpoint, String version) {
        var metrics = new StoredMetrics();
        metrics.add(run, true); // another run of the scenario has the same names, and may have been sent before
        var format = new OpenTelemetryFormat(version);
        try (var sender = endpoint.retrying()) {
            sender.send(format.of(metrics.samples, run.origin().startedAt(), end(run)))
                    .ifPresent(why -> {
                        throw Failure.environment(
                                "--otlp: " + endpoint + " did not take run "
                                        + run.origin().runId(),
                                why,
                                "see whether the receiver is up and takes OTLP over HTTP; its port is 4318 as a rule");
                    });
        }
    }

    /** By the last trial's load: a result does not say when the run ended. */
    private static Instant end(RunResult run) {
        return run.trials().stream()
                .map(trial -> trial.id()
                        .startedAt()
                        .plusNanos(Math.round(1e9
                                * trial.measurement()
                                        .map(found -> found.wholeRun().lengthSeconds())
                                        .orElse(0.0))))
                .reduce(run.origin().startedAt(), (last, next) -> next.isAfter(last) ? next : last);
    }

    /** Runs are told apart by name only if there are several: one series then goes on from run to run. */
    private static StoredMetrics of(List<RunResult> runs) {
        var metrics = new StoredMetrics();
        runs.forEach(run -> metrics.add(run, runs.size() > 1));
        return metrics;
    }

    private void add(RunResult run, boolean isNamed) {
        var scenario = Labels.of(SeriesLabels.SCENARIO, run.scenario().name());
        var named = scenario.with(SeriesLabels.RUN, run.origin().runId());
        var labels = isNamed ? named : scenario;
        samples.set(Family.RUN, named, 1);
        samples.set(Family.RUN_START, labels, run.origin().startedAt().toEpochMilli() / 1e3);
        for (var trial : run.trials()) {
            var of = labels.with(SeriesLabels.VARIANT, trial.id().variant());
            samples.add(Family.TRIALS, ended(of, trial), 1);
        }
        for (var variant : run.variants()) {
            var of = labels.with(SeriesLabels.VARIANT, variant);
            VariantResult.of(run, variant)
                    .measurements()
                    .map(Levels::merged)
                    .forEach(levels -> levels.forEach((level, window) -> add(at(of, level), window)));
        }
        for (var figure : RunFigures.of(run)) {
            var of = at(labels.with(SeriesLabels.VARIANT, figure.variant()), figure.level());
            samples.set(Family.FIGURE, of(of, figure.metric()), figure.value());
        }
    }

    /**
     * A trial that has ended.
     *
     * @param labels of its variant
     */
    static Labels ended(Labels labels, TrialResult trial) {
        return ended(labels, trial.status(), trial.validity().verdict());
    }

    /** Trials that end in this way. */
    static Labels ended(Labels labels, TrialResult.Status status, TrialResult.ValidityLevel validity) {
        return labels.with(SeriesLabels.STATUS, Spelling.of(status)).with(SeriesLabels.VALIDITY, Spelling.of(validity));
    }

    private static Labels at(Labels labels, Level level) {
        return labels.with(SeriesLabels.LEVEL, level.name());
    }

    private static Labels of(Labels labels, Metric metric) {
        var named = labels.with(SeriesLabels.METRIC, metric.ofAll().key())
                .with(SeriesLabels.UNIT, metric.unit().symbol());
        return metric.name().map(name -> named.with(SeriesLabels.REQUEST, name)).orElse(named);
    }

    /** As live: of the names alone, if there are some. */
    private void add(Labels labels, WindowMeasurement window) {
        var requests = window.requests();
        if (window.named().isEmpty()) {
            add(Family.REQUESTS, Family.REQUEST_DURATION, labels, requests.outcomes(), requests.successful());
        }
        for (var named : window.named()) {
            if (named.kind() == NamedRequests.Kind.REQUEST) {
                var of = labels.with(SeriesLabels.REQUEST, named.name());
                add(Family.REQUESTS, Family.REQUEST_DURATION, of, named.outcomes(), named.successful());
            } else {
                var of = labels.with(SeriesLabels.JOURNEY, named.name());
                add(Family.JOURNEYS, Family.JOURNEY_DURATION, of, named.outcomes(), named.successful());
            }
        }
    }

    private void add(
            Family ended,
            Family durations,
            Labels labels,
            Map<Outcome, Long> outcomes,
            LatencyDistribution successful) {
        outcomes.forEach((outcome, count) -> {
            if (count > 0) {
                samples.add(ended, labels.with(SeriesLabels.OUTCOME, Spelling.of(outcome)), count);
            }
        });
        samples.add(durations, labels, successful.exponentialBuckets());
    }

    /** Comparisons of one scenario are told apart by run: what they find of a variant would be one series otherwise. */
    private void add(ChangedFigure figure, boolean isNamed) {
        var change = figure.change();
        var scenario = Labels.of(SeriesLabels.SCENARIO, figure.scenario());
        var labels = of(
                        at(
                                (isNamed ? scenario.with(SeriesLabels.RUN, figure.run()) : scenario)
                                        .with(SeriesLabels.VARIANT, figure.variant()),
                                figure.level()),
                        change.metric())
                .with(SeriesLabels.BASELINE, figure.baseline())
                .with(
                        SeriesLabels.UNIT,
                        change.scale() == Change.Scale.LOG_RATIO
                                ? "1"
                                : change.metric().unit().symbol());
        samples.set(Family.CHANGE, labels, change.estimate());
        samples.set(Family.CHANGE_LOW, labels, change.low());
        samples.set(Family.CHANGE_HIGH, labels, change.high());
        figure.verdict()
                .ifPresent(verdict ->
                        samples.set(Family.VERDICT, labels.with(SeriesLabels.VERDICT, Spelling.of(verdict)), 1));
    }
}
