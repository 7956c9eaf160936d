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
import dev.ralbench.result.VariantFigures;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * One figure of a variant over the whole run, as the published studies print it; over the last level where that is what
 * predictions are about.
 *
 * @param label how the table calls the variant
 * @param predicted by the closed form, where there is one
 * @param deviation measured over predicted, minus 1; the median over trials
 * @param published by the study that the scenario reproduces
 */
record WholeRunRow(
        String variant,
        String label,
        Metric metric,
        OptionalDouble measured,
        Optional<Double> predicted,
        Optional<Double> deviation,
        Optional<Published> published) {

    private static final List<Metric> ALWAYS =
            List.of(Metric.REQUESTS, Metric.REQUESTS_PER_SECOND, Metric.MEAN, Metric.P99, Metric.STDDEV);

    /** Only where the study that is reproduced prints them, or a closed form foretells them. */
    private static final List<Metric> WHERE_STATED =
            List.of(Metric.PEAK_PER_SECOND, Metric.TOTAL_TIME, Metric.THREADS_STARTED);

    static List<List<WholeRunRow>> groups(RunView view, Optional<ReferenceFigures> reference) {
        var measured = view.variants().stream()
                .map(variant -> trials(view, variant))
                .filter(trials -> !trials.isEmpty())
                .toList();
        var stated = WHERE_STATED.stream()
                .filter(metric -> isPublished(view.run(), metric) || isPredicted(view, measured, metric));
        var metrics = Stream.concat(ALWAYS.stream(), stated).toList();
        return measured.stream()
                .map(trials -> group(view, trials, metrics, reference))
                .toList();
    }

    private static boolean isPublished(RunResult run, Metric metric) {
        return run.reference().stream()
                .flatMap(scenario ->
                        ReferenceFigures.of(scenario).stream().flatMap(study -> study.ofScenario(scenario).stream()))
                .anyMatch(figure -> figure.metric().equals(metric.key()));
    }

    private static boolean isPredicted(RunView view, List<List<Trial>> measured, Metric metric) {
        return measured.stream()
                .flatMap(List::stream)
                .anyMatch(trial -> predicted(view, trial, metric).isPresent());
    }

    /**
     * What a trial measured of what the rows are about.
     *
     * @param window the whole run or the last level
     */
    private record Trial(String variant, Measurement measurement, WindowMeasurement window) {}

    private static List<Trial> trials(RunView view, String variant) {
        return view.measurements(variant)
                .flatMap(measurement ->
                        view.predicted(measurement).stream().map(window -> new Trial(variant, measurement, window)))
                .toList();
    }

    private static List<WholeRunRow> group(
            RunView view, List<Trial> trials, List<Metric> metrics, Optional<ReferenceFigures> reference) {
        var variant = trials.getFirst().variant();
        var figures = new VariantFigures(trials.stream().map(Trial::window).toList());
        return metrics.stream()
                .map(metric -> new WholeRunRow(
                        variant,
                        view.label(variant),
                        metric,
                        figures.of(metric),
                        median(trials, trial -> predicted(view, trial, metric).orElse(Double.NaN)),
                        median(trials, trial -> deviation(view, trial, metric)),
                        published(view.run(), variant, metric, reference)))
                .toList();
    }

    private static Optional<Double> median(List<Trial> trials, ToDoubleFunction<Trial> value) {
        var values = trials.stream()
                .map(value::applyAsDouble)
                .filter(Double::isFinite)
                .toList();
        return Spread.of(values).map(Spread::median);
    }

    private static OptionalDouble predicted(RunView view, Trial trial, Metric metric) {
        var prediction = Optional.ofNullable(view.run().predictions().get(trial.variant()));
        if (prediction.isEmpty()) {
            return OptionalDouble.empty();
        }
        return view.predictsLastLevel()
                ? PredictedLevel.of(prediction.get(), trial.window())
                        .map(level -> level.of(metric))
                        .orElseGet(OptionalDouble::empty)
                : ofRun(PredictedFigures.of(prediction.get(), trial.measurement()), metric);
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

    private static double deviation(RunView view, Trial trial, Metric metric) {
        double predicted = predicted(view, trial, metric).orElse(Double.NaN);
        double measured = metric.of(trial.window()).orElse(Double.NaN);
        return measured / predicted - 1;
    }

    private static Optional<Published> published(
            RunResult run, String variant, Metric metric, Optional<ReferenceFigures> reference) {
        return run.reference()
                .flatMap(scenario -> reference
                        .filter(study -> new PublishedDelay(run, study).isThatOf(variant))
                        .flatMap(study -> study.published(scenario, study.nameOf(run, variant), metric.key())));
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
