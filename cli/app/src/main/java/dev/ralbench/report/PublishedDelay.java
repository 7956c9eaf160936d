package dev.ralbench.report;

import dev.ralbench.result.ReferenceFigures;
import dev.ralbench.result.ReferenceFigures.Figure;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.RunResult.PredictionResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Whether variants wait as long as those of the study that a run reproduces. Where they do not, as in a profile that is
 * shorter, its times are others, and so is how much ends in a second: next to each other the figures would mislead.
 *
 * @param study which may state the delay that all of a scenario's figures rest on
 */
record PublishedDelay(RunResult run, ReferenceFigures study) {
    private static final String KEY = "delay";

    /** Delays that differ by more are others. */
    private static final double SAME_DELAY = 0.01;

    /** Also where the study states no delay, or none is known of the variant. */
    boolean isThatOf(String variant) {
        return another(variant).isEmpty();
    }

    /** A line for each delay that is not the published one, with the variants that have it and published figures. */
    List<String> notes() {
        var variants = new TreeMap<Double, List<String>>();
        run.predictions().keySet().stream()
                .filter(this::isPublished)
                .forEach(variant -> another(variant)
                        .ifPresent(millis -> variants.computeIfAbsent(millis, any -> new ArrayList<>())
                                .add(run.title(variant))));
        return variants.entrySet().stream()
                .map(delay -> "no published figures are shown for " + String.join(", ", delay.getValue())
                        + ", because the delay is another one: " + Numbers.millis(delay.getKey()) + " here, "
                        + Numbers.millis(published().orElseThrow()) + " there")
                .toList();
    }

    private boolean isPublished(String variant) {
        var name = study.nameOf(run, variant);
        return figures().stream().anyMatch(figure -> figure.variant().equals(name));
    }

    /** The variant's delay in milliseconds, if it is known not to be the published one. */
    private Optional<Double> another(String variant) {
        var here = Optional.ofNullable(run.predictions().get(variant)).map(PredictionResult::delayMillis);
        return published().flatMap(there -> here.filter(millis -> Math.abs(millis / there - 1) > SAME_DELAY));
    }

    private Optional<Double> published() {
        return figures().stream()
                .filter(figure ->
                        figure.metric().equals(KEY) && figure.variant().isEmpty())
                .map(Figure::value)
                .findFirst();
    }

    private List<Figure> figures() {
        return run.reference().map(study::ofScenario).orElse(List.of());
    }
}
