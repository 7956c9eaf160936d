package dev.ralbench.report;

import dev.ralbench.page.Numbers;
import dev.ralbench.result.ReferenceFigures;
import dev.ralbench.result.RunResult;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whether a run has the load of the study that it reproduces. Counts, totals, means and percentiles depend on it: those of
 * another load, such as that of a shorter profile, would mislead next to the published ones.
 */
final class PublishedLoad {
    /** Loads that differ by more give other counts, whatever the target. */
    private static final double SAME_LOAD = 0.01;

    private PublishedLoad() {}

    /**
     * Something that both the plan of a run and the study say of the load.
     *
     * @param here of the run
     * @param there as published
     */
    private record Size(String unit, double here, double there) {
        boolean isAnother() {
            return Math.abs(here / there - 1) > SAME_LOAD;
        }
    }

    /** Why published figures are not shown, in a sentence; empty if the load is theirs, or is not known. */
    static Optional<String> another(RunResult run, ReferenceFigures study) {
        var userSeconds = run.generator().offeredUserSeconds();
        var requests = run.generator().plannedRequests().map(Long::doubleValue);
        return Stream.of(
                        size(run, study, "user-seconds", "user-seconds", userSeconds),
                        size(run, study, "requests.asked", "requests", requests))
                .flatMap(Optional::stream)
                .filter(Size::isAnother)
                .map(size -> "published figures are not shown, because the load is another one: "
                        + Numbers.count(size.here) + " " + size.unit + " here, " + Numbers.count(size.there)
                        + " there")
                .findFirst();
    }

    /** @param metric of the study's figure, which is about no variant in particular */
    private static Optional<Size> size(
            RunResult run, ReferenceFigures study, String metric, String unit, Optional<Double> here) {
        return here.flatMap(size -> run.expected().reference().stream()
                .flatMap(scenario -> study.ofScenario(scenario).stream())
                .filter(figure ->
                        figure.metric().equals(metric) && figure.variant().isEmpty())
                .findFirst()
                .map(published -> new Size(unit, size, published.value())));
    }
}
