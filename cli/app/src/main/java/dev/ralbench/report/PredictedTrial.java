package dev.ralbench.report;

import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowKind;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.prediction.StudyPredictions;
import dev.ralbench.result.PredictedFigures;
import dev.ralbench.result.RunResult.PredictionResult;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A trial's measurement next to its prediction.
 *
 * @param window the whole run or the last level
 */
record PredictedTrial(RunView view, String variant, Measurement measurement, WindowMeasurement window) {

    /** The predicted value in the metric's unit; empty if there is no prediction. */
    OptionalDouble predicted(Metric metric) {
        return Optional.ofNullable(view.run().expected().predictions().get(variant))
                .map(prediction -> predicted(prediction, metric))
                .orElseGet(OptionalDouble::empty);
    }

    private OptionalDouble predicted(PredictionResult prediction, Metric metric) {
        if (window.kind() == WindowKind.WHOLE_RUN) {
            return ofRun(prediction, metric);
        }
        if (prediction.serviceAt().isPresent() && metric.equals(RequestMetrics.MEAN)) {
            // The users of that level come all at once: the first of them find no queue, which takes a good part of a
            // short level.
            return OptionalDouble.empty();
        }
        return view.predictsLastLevel() && prediction.serviceAt().isEmpty()
                ? ofCountedLevel(prediction, metric)
                : PredictedFigures.plateau(prediction, measurement, window)
                        .map(level -> level.of(metric))
                        .orElseGet(OptionalDouble::empty);
    }

    private OptionalDouble ofRun(PredictionResult prediction, Metric metric) {
        var figures = PredictedFigures.of(prediction, measurement);
        if (figures.isEmpty()) {
            return OptionalDouble.empty();
        }
        if (metric.equals(RequestMetrics.REQUESTS)) {
            return OptionalDouble.of(figures.get().requests());
        }
        if (metric.equals(RequestMetrics.REQUESTS_PER_SECOND)) {
            return OptionalDouble.of(figures.get().requestsPerSecond());
        }
        return metric.equals(RequestMetrics.MEAN) ? figures.get().meanMillis(window.ledger()) : OptionalDouble.empty();
    }

    /** A load that ended early did something else than was predicted. */
    private OptionalDouble ofCountedLevel(PredictionResult prediction, Metric metric) {
        if (!measurement.stoppedEarly().isEmpty()) {
            return OptionalDouble.empty();
        }
        return StudyPredictions.of(prediction, window, metric);
    }

    /** Measured over predicted, minus 1; not finite if one of both is missing. */
    double deviation(Metric metric) {
        double predicted = predicted(metric).orElse(Double.NaN);
        double measured = metric.of(window).orElse(Double.NaN);
        return measured / predicted - 1;
    }
}
