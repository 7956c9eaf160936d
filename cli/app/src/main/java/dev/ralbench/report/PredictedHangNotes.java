package dev.ralbench.report;

import dev.ralbench.page.Numbers;
import dev.ralbench.result.RunResult.PredictionResult;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Requests of the last level that hung: measured next to how many do so at least by prediction. */
record PredictedHangNotes(RunView view) {

    /** A line for every variant of which something is predicted. */
    Stream<String> lines() {
        return view.variants().stream()
                .flatMap(variant ->
                        Optional.ofNullable(view.run().expected().predictions().get(variant))
                                .flatMap(PredictionResult::hungAtLeast)
                                .flatMap(atLeast -> line(variant, atLeast))
                                .stream());
    }

    private Optional<String> line(String variant, long atLeast) {
        var fewest = fewest(variant);
        return fewest.isEmpty()
                ? Optional.empty()
                : Optional.of(variant + ": " + Numbers.count((double) fewest.getAsLong())
                        + (fewest.getAsLong() == 1 ? " request" : " requests") + " hung at the last level, at least "
                        + Numbers.count((double) atLeast)
                        + " predicted" + verdict(fewest.getAsLong(), atLeast));
    }

    /** The fewest requests that hung in any trial; trials whose load ended early are left out. */
    private OptionalLong fewest(String variant) {
        return view.measurements(variant)
                .filter(measurement -> measurement.stoppedEarly().isEmpty())
                .flatMap(measurement -> view.predicted(measurement).stream())
                .mapToLong(
                        level -> level.requests().stillOpen() + level.requests().timedOut())
                .min();
    }

    private static String verdict(long hung, long atLeast) {
        return hung < atLeast ? ": some tasks ended before all were handed over, which the prediction leaves out" : "";
    }
}
