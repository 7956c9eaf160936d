package dev.ralbench.report;

import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.Metric;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.PredictedFigures;
import dev.ralbench.result.PredictedLevel;
import dev.ralbench.result.ReferenceFigures;
import dev.ralbench.result.ReferenceFigures.Published;
import dev.ralbench.result.ReferenceFigures.Qualifier;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.VariantFigure;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * One figure of a variant over the whole run, as the published studies print it; over the last level where that is what
 * predictions are about.
 *
 * @param partial whether the figures come from trials that did not complete, or whose load was aborted
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
        Optional<Published> published) {

    static final List<Metric> METRICS =
            List.of(Metric.REQUESTS, Metric.REQUESTS_PER_SECOND, Metric.MEAN, Metric.P99, Metric.STDDEV);

    static List<List<WholeRunRow>> groups(RunView view, Optional<ReferenceFigures> reference) {
        return view.variants().stream()
                .filter(variant -> !windows(view, variant).isEmpty())
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
                VariantFigure.of(metric, windows(view, variant)),
                median(view, variant, m -> predicted(view, variant, m, metric).orElse(Double.NaN)),
                median(view, variant, m -> deviation(view, variant, m, metric)),
                published(view.run(), variant, metric, reference));
    }

    private static List<WindowMeasurement> windows(RunView view, String variant) {
        return view.measurements(variant)
                .flatMap(measurement -> view.predicted(measurement).stream())
                .toList();
    }

    private static Optional<Double> median(RunView view, String variant, ToDoubleFunction<Measurement> value) {
        var values = view.measurements(variant)
                .map(value::applyAsDouble)
                .filter(Double::isFinite)
                .toList();
        return Spread.of(values).map(Spread::median);
    }

    private static OptionalDouble predicted(RunView view, String variant, Measurement measurement, Metric metric) {
        var prediction = Optional.ofNullable(view.run().predictions().get(variant));
        if (prediction.isEmpty()) {
            return OptionalDouble.empty();
        }
        return view.predictsLastLevel()
                ? view.predicted(measurement)
                        .flatMap(level -> PredictedLevel.of(prediction.get(), level))
                        .map(level -> level.of(metric))
                        .orElseGet(OptionalDouble::empty)
                : ofRun(PredictedFigures.of(prediction.get(), measurement), metric);
    }

    private static OptionalDouble ofRun(Optional<PredictedFigures> figures, Metric metric) {
        if (figures.isEmpty()) {
            return OptionalDouble.empty();
        }
        return switch (metric) {
            case REQUESTS -> OptionalDouble.of(figures.get().requests());
            case REQUESTS_PER_SECOND -> OptionalDouble.of(figures.get().requestsPerSecond());
            default -> OptionalDouble.empty();
        };
    }

    private static double deviation(RunView view, String variant, Measurement measurement, Metric metric) {
        double predicted = predicted(view, variant, measurement, metric).orElse(Double.NaN);
        double measured = view.predicted(measurement)
                .map(metric::of)
                .orElse(OptionalDouble.empty())
                .orElse(Double.NaN);
        return measured / predicted - 1;
    }

    private static Optional<Published> published(
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
        return published.map(WholeRunRow::text).map(Cell::of).orElse(Cell.MISSING);
    }

    /** As the source states it: {@code 113 775}, {@code about 940/s}, {@code 1 500–3 000 ms}. */
    static String text(Published published) {
        var figure = published.figure();
        return published
                .upTo()
                .map(upTo ->
                        Numbers.published(figure.value(), "1") + "–" + Numbers.published(upTo.value(), upTo.unit()))
                .orElseGet(() -> qualifier(figure.qualifier()) + Numbers.published(figure.value(), figure.unit()));
    }

    static String qualifier(Qualifier qualifier) {
        return switch (qualifier) {
            case EXACT -> "";
            case ABOUT -> "about ";
            case AT_LEAST -> "at least ";
            case AT_MOST -> "at most ";
            case MORE_THAN -> "more than ";
        };
    }
}
