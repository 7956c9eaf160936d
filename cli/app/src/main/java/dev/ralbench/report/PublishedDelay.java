package dev.ralbench.report;

import dev.ralbench.page.Numbers;
import dev.ralbench.result.ReferenceFigures;
import dev.ralbench.result.ReferenceFigures.Figure;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.RunResult.PredictionResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Whether variants wait as long as those of the study that a run reproduces. If not, as in a shorter profile, its times
 * and rates differ: comparing the figures would mislead.
 *
 * @param study which may state the delay that all of a scenario's figures rest on, or those of one variant
 */
record PublishedDelay(RunResult run, ReferenceFigures study) {
    private static final String KEY = "delay";

    /** How far two delays may differ, as a share, to count as equal. */
    private static final double SAME_DELAY = 0.01;

    /** Whether the variant's delay is the published one; true as well if either of them is not known. */
    boolean isThatOf(String variant) {
        return another(variant).isEmpty();
    }

    /** A line for each delay that is not the published one, with the variants that have it and published figures. */
    List<String> notes() {
        var variants = new TreeMap<Delays, List<String>>();
        run.expected().predictions().keySet().stream()
                .filter(this::isPublished)
                .forEach(variant -> another(variant)
                        .ifPresent(delays -> variants.computeIfAbsent(delays, any -> new ArrayList<>())
                                .add(run.scenario().title(variant))));
        return variants.entrySet().stream()
                .map(delay -> "no published figures are shown for " + String.join(", ", delay.getValue())
                        + ", because the delay is another one: "
                        + Numbers.millis(delay.getKey().here()) + " here, "
                        + Numbers.millis(delay.getKey().there()) + " there")
                .toList();
    }

    /** The delay of a variant in this run and in the study, in milliseconds. */
    private record Delays(double here, double there) implements Comparable<Delays> {
        private static final Comparator<Delays> ORDER =
                Comparator.comparingDouble(Delays::here).thenComparingDouble(Delays::there);

        @Override
        public int compareTo(Delays other) {
            return ORDER.compare(this, other);
        }

        boolean areOthers() {
            return Math.abs(here / there - 1) > SAME_DELAY;
        }
    }

    private boolean isPublished(String variant) {
        var name = study.nameOf(run, variant);
        return figures().anyMatch(figure -> figure.variant().equals(name));
    }

    /** Both delays of a variant, if they are known and differ. */
    private Optional<Delays> another(String variant) {
        var here =
                Optional.ofNullable(run.expected().predictions().get(variant)).map(PredictionResult::delayMillis);
        return published(variant)
                .flatMap(there -> here.map(millis -> new Delays(millis, there)))
                .filter(Delays::areOthers);
    }

    /** The variant's own, if the study states one for it. */
    private Optional<Double> published(String variant) {
        return published(figure -> figure.variant().equals(study.nameOf(run, variant)))
                .or(() -> published(figure -> figure.variant().isEmpty()));
    }

    private Optional<Double> published(Predicate<Figure> whose) {
        return figures()
                .filter(figure -> figure.metric().equals(KEY))
                .filter(whose)
                .map(Figure::value)
                .findFirst();
    }

    private Stream<Figure> figures() {
        return run.expected().reference().stream().flatMap(scenario -> study.ofScenario(scenario).stream());
    }
}
