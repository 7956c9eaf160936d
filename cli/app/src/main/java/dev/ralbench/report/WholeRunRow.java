package dev.ralbench.report;

import dev.ralbench.metric.Metric;
import dev.ralbench.metric.ProcessMetrics;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.page.Numbers;
import dev.ralbench.page.TableCell;
import dev.ralbench.reference.Reproduction;
import dev.ralbench.reference.Reproduction.Stated;
import dev.ralbench.result.VariantFigures;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * One figure of a variant over the whole run, as the published studies print it; over the last level if predictions are
 * about that.
 *
 * @param label the variant's name in the table
 * @param figure its name in the table: {@code RPS}, or {@code RPS@1024} of that level
 * @param predicted by the closed form, if there is one
 * @param deviation measured over predicted, minus 1; the median over trials
 * @param published by the study that the scenario reproduces
 */
record WholeRunRow(
        String variant,
        String label,
        Metric metric,
        String figure,
        OptionalDouble measured,
        Optional<Double> predicted,
        Optional<Double> deviation,
        Optional<Stated> published) {

    private static final List<Metric> ALWAYS = List.of(
            RequestMetrics.REQUESTS,
            RequestMetrics.REQUESTS_PER_SECOND,
            RequestMetrics.MEAN,
            RequestMetrics.P99,
            RequestMetrics.STDDEV);

    /** Metrics that are shown only if the reproduced study states them or a closed form predicts them. */
    private static final List<Metric> WHERE_STATED = List.of(
            RequestMetrics.PEAK_PER_SECOND,
            RequestMetrics.TOTAL_TIME,
            ProcessMetrics.THREADS_PEAK,
            ProcessMetrics.THREADS_STARTED,
            ProcessMetrics.HEAP_PEAK);

    /** Predicted figures of a planned load's last level: the saturated rate, and the mean. */
    private static final List<Metric> OF_THE_PLATEAU = List.of(RequestMetrics.REQUESTS_PER_SECOND, RequestMetrics.MEAN);

    static List<List<WholeRunRow>> groups(RunView view, Optional<Reproduction> reproduction) {
        var measured = view.variants().stream()
                .map(variant -> trials(view, variant))
                .filter(trials -> !trials.isEmpty())
                .toList();
        var stated = WHERE_STATED.stream()
                .filter(metric ->
                        reproduction.filter(study -> study.states(metric)).isPresent()
                                || isPredicted(measured, metric));
        var metrics = Stream.concat(ALWAYS.stream(), stated).toList();
        return measured.stream()
                .map(trials -> group(view, trials, metrics, reproduction))
                .toList();
    }

    private static boolean isPredicted(List<List<PredictedTrial>> measured, Metric metric) {
        return measured.stream()
                .flatMap(List::stream)
                .anyMatch(trial -> trial.predicted(metric).isPresent());
    }

    private static List<PredictedTrial> trials(RunView view, String variant) {
        return view.measurements(variant)
                .flatMap(measurement -> view.predicted(measurement).stream()
                        .map(window -> new PredictedTrial(view, variant, measurement, window)))
                .toList();
    }

    private static List<WholeRunRow> group(
            RunView view, List<PredictedTrial> trials, List<Metric> metrics, Optional<Reproduction> reproduction) {
        var variant = trials.getFirst().variant();
        var rows = metrics.stream()
                .map(metric -> row(
                        view,
                        trials,
                        metric,
                        metric.title(),
                        reproduction.flatMap(study -> study.figure(variant, metric))));
        return Stream.concat(rows, plateau(view, trials)).toList();
    }

    private static WholeRunRow row(
            RunView view, List<PredictedTrial> trials, Metric metric, String figure, Optional<Stated> published) {
        var variant = trials.getFirst().variant();
        return new WholeRunRow(
                variant,
                view.label(variant),
                metric,
                figure,
                new VariantFigures(trials.stream().map(PredictedTrial::window).toList()).of(metric),
                median(trials, trial -> trial.predicted(metric).orElse(Double.NaN)),
                median(trials, trial -> trial.deviation(metric)),
                published);
    }

    /** The last level, if it has a prediction next to that of the whole run. */
    private static Stream<WholeRunRow> plateau(RunView view, List<PredictedTrial> trials) {
        if (view.predictsLastLevel() || view.levels().isEmpty()) {
            return Stream.empty();
        }
        var last = view.levels().getLast();
        var atLast = trials.stream()
                .flatMap(trial -> view.window(trial.measurement(), last).stream()
                        .map(window -> new PredictedTrial(view, trial.variant(), trial.measurement(), window)))
                .toList();
        return atLast.isEmpty()
                ? Stream.empty()
                : OF_THE_PLATEAU.stream()
                        .map(metric -> row(view, atLast, metric, metric.title() + "@" + last.name(), Optional.empty()))
                        .filter(row -> row.predicted().isPresent());
    }

    private static Optional<Double> median(List<PredictedTrial> trials, ToDoubleFunction<PredictedTrial> value) {
        var values = trials.stream()
                .map(value::applyAsDouble)
                .filter(Double::isFinite)
                .toList();
        return Spread.of(values).map(Spread::median);
    }

    TableCell measuredCell() {
        return measured.isPresent() ? TableCell.of(Numbers.of(metric, measured)) : TableCell.MISSING;
    }

    TableCell predictedCell() {
        return predicted
                .map(value -> TableCell.of(Numbers.of(metric.unit(), value)))
                .orElse(TableCell.MISSING);
    }

    TableCell deviationCell() {
        return deviation
                .map(share -> TableCell.of(Numbers.signedPercent(share)))
                .orElse(TableCell.MISSING);
    }

    TableCell publishedCell() {
        return published.map(Stated::text).map(TableCell::of).orElse(TableCell.MISSING);
    }

    /** The figures as numbers in the metric's unit, of a published range its lower end. */
    Map<String, Object> json() {
        var json = new LinkedHashMap<String, Object>();
        json.put("variant", variant);
        json.put("metric", metric.key());
        json.put("figure", figure);
        json.put("unit", metric.unit().symbol());
        json.put("measured", measured);
        json.put("predicted", predicted);
        json.put("published", published.map(Stated::value));
        return json;
    }
}
