package dev.ralbench.report;

import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.Metric;
import dev.ralbench.result.PredictedFigures;
import dev.ralbench.result.ReferenceFigures;
import dev.ralbench.result.RunResult;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * One figure of a variant over the whole run, as the published studies print it.
 *
 * @param partial whether the figures come from trials that did not complete
 * @param predicted by the closed form, where there is one
 * @param deviation measured over predicted, minus 1; the median over trials
 * @param published by the study that the scenario reproduces
 */
record WholeRunRow(
        String variant,
        boolean partial,
        Metric metric,
        OptionalDouble measured,
        Optional<Double> predicted,
        Optional<Double> deviation,
        Optional<ReferenceFigures.Figure> published) {

    static final List<Metric> METRICS =
            List.of(Metric.REQUESTS, Metric.REQUESTS_PER_SECOND, Metric.MEAN, Metric.P99, Metric.STDDEV);

    static List<List<WholeRunRow>> groups(RunView view, Optional<ReferenceFigures> reference) {
        return view.variants().stream()
                .filter(variant -> view.wholeRun(variant).isPresent())
                .map(variant -> METRICS.stream()
                        .map(metric -> of(view, variant, metric, reference))
                        .toList())
                .toList();
    }

    private static WholeRunRow of(RunView view, String variant, Metric metric, Optional<ReferenceFigures> reference) {
        return new WholeRunRow(
                variant,
                view.isPartial(variant),
                metric,
                RunView.figure(metric, view.wholeRuns(variant)),
                median(
                        view,
                        variant,
                        m -> predicted(view.run(), variant, m, metric).orElse(Double.NaN)),
                median(view, variant, m -> deviation(view.run(), variant, m, metric)),
                published(view.run(), variant, metric, reference));
    }

    private static Optional<Double> median(RunView view, String variant, ToDoubleFunction<Measurement> value) {
        var values = view.measurements(variant)
                .map(value::applyAsDouble)
                .filter(Double::isFinite)
                .toList();
        return Spread.of(values).map(Spread::median);
    }

    private static OptionalDouble predicted(RunResult run, String variant, Measurement measurement, Metric metric) {
        var figures = Optional.ofNullable(run.predictions().get(variant))
                .flatMap(prediction -> PredictedFigures.of(prediction, measurement));
        if (figures.isEmpty()) {
            return OptionalDouble.empty();
        }
        return switch (metric) {
            case REQUESTS -> OptionalDouble.of(figures.get().requests());
            case REQUESTS_PER_SECOND -> OptionalDouble.of(figures.get().requestsPerSecond());
            default -> OptionalDouble.empty();
        };
    }

    private static double deviation(RunResult run, String variant, Measurement measurement, Metric metric) {
        double predicted = predicted(run, variant, measurement, metric).orElse(Double.NaN);
        return metric.of(measurement.wholeRun()).orElse(Double.NaN) / predicted - 1;
    }

    private static Optional<ReferenceFigures.Figure> published(
            RunResult run, String variant, Metric metric, Optional<ReferenceFigures> reference) {
        return run.reference()
                .flatMap(scenario -> reference.flatMap(r -> r.published(scenario, variant, metric.key())));
    }

    String label() {
        return partial ? variant + " *" : variant;
    }

    Cell measuredCell() {
        return measured.isPresent() ? Cell.of(Numbers.of(metric, measured)) : Cell.MISSING;
    }

    Cell predictedCell() {
        return predicted.map(value -> Cell.of(Numbers.of(metric.unit(), value))).orElse(Cell.MISSING);
    }

    Cell deviationCell() {
        return deviation.map(share -> Cell.of(Numbers.signedPercent(share))).orElse(Cell.MISSING);
    }

    Cell publishedCell() {
        return published
                .map(figure -> Cell.of(Numbers.published(figure.value(), figure.unit())))
                .orElse(Cell.MISSING);
    }
}
