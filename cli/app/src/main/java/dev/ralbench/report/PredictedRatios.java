package dev.ralbench.report;

import dev.ralbench.load.Level;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.page.Numbers;
import dev.ralbench.prediction.StudyPredictions;
import dev.ralbench.result.PredictedFigures;
import dev.ralbench.result.PredictedLevel;
import dev.ralbench.statistics.Median;
import java.util.Optional;
import java.util.stream.Stream;

/** Goodput over that of the first variant at the predicted level: measured next to predicted. */
final class PredictedRatios {
    private final RunView view;

    PredictedRatios(RunView view) {
        this.view = view;
    }

    /** A line for every variant that has a prediction, if the first one has, and whose requests did not hang. */
    Stream<String> lines() {
        if (view.levels().isEmpty() || view.run().layout().design().capacity().isPresent()) {
            return Stream.empty();
        }
        var ratios = view.ratios();
        var first = view.variants().getFirst();
        return predicted(first).stream()
                .flatMap(base -> view.variants().stream()
                        .skip(1)
                        .flatMap(variant -> predicted(variant)
                                .map(rate -> rate / base)
                                .flatMap(ratio -> line(ratios, variant, first, ratio))
                                .stream()));
    }

    private Optional<String> line(BlockRatios ratios, String variant, String first, double predicted) {
        return ratios.of(variant, level())
                .map(measured -> variant + " over " + first + ": " + Numbers.significant(measured.typical())
                        + " measured, " + Numbers.significant(predicted) + " predicted");
    }

    /** The predicted level. */
    private Level level() {
        return view.predictsLastLevel() ? view.levels().getLast() : Level.WHOLE_RUN;
    }

    /** Requests per second. */
    private Optional<Double> predicted(String variant) {
        return view.predictsLastLevel() ? ofLastLevel(variant) : ofWholeRun(variant);
    }

    private Optional<Double> ofLastLevel(String variant) {
        var level = view.windows(variant, level()).stream().reduce(WindowMeasurement::plus);
        return Optional.ofNullable(view.run().expected().predictions().get(variant))
                .flatMap(prediction -> level.flatMap(window -> StudyPredictions.of(prediction, window)))
                .map(PredictedLevel::requestsPerSecond);
    }

    /** The typical trial's, because each takes its overhead from its own lowest level. */
    private Optional<Double> ofWholeRun(String variant) {
        var rates = Optional.ofNullable(view.run().expected().predictions().get(variant)).stream()
                .flatMap(prediction ->
                        view.measurements(variant).flatMap(found -> PredictedFigures.of(prediction, found).stream()))
                .mapToDouble(PredictedFigures::requestsPerSecond)
                .toArray();
        return rates.length == 0 ? Optional.empty() : Optional.of(Median.of(rates));
    }
}
