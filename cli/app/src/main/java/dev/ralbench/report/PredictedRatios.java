package dev.ralbench.report;

import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.PredictedLevel;
import java.util.Optional;
import java.util.stream.Stream;

/** Goodput over that of the first variant at the last level of a counted load: measured next to predicted. */
final class PredictedRatios {
    private final RunView view;

    PredictedRatios(RunView view) {
        this.view = view;
    }

    /** A line for every variant that has a prediction, if the first one has, and whose requests did not hang. */
    Stream<String> lines() {
        if (!view.predictsLastLevel() || view.levels().isEmpty()) {
            return Stream.empty();
        }
        var ratios = BlockRatios.of(view);
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
        return ratios.of(variant, view.levels().getLast())
                .map(measured -> variant + " over " + first + ": " + Numbers.significant(measured.typical())
                        + " measured, " + Numbers.significant(predicted) + " predicted");
    }

    /** Requests per second. */
    private Optional<Double> predicted(String variant) {
        var level = view.windows(variant, view.levels().getLast()).stream().reduce(WindowMeasurement::plus);
        return Optional.ofNullable(view.run().predictions().get(variant))
                .flatMap(prediction -> level.flatMap(window -> PredictedLevel.of(prediction, window)))
                .map(PredictedLevel::requestsPerSecond);
    }
}
