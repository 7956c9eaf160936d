package dev.ralbench.compare;

import dev.ralbench.load.Level;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.MetricComparison;
import dev.ralbench.metric.Metrics;
import dev.ralbench.result.RunResult;
import dev.ralbench.statistics.Median;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Lines up the figures of runs by the time of their start. */
final class HistoryMaker {
    private final List<OfRun> runs;
    private final History.Wanted wanted;

    /** A run's usable trials by variant; a variant without one is not in it. */
    private record OfRun(ResultSource source, Map<String, List<TrialFigures>> trials) {
        static OfRun of(ResultSource source) {
            return new OfRun(
                    source,
                    Variants.of(source.run()).stream()
                            .collect(Collectors.toMap(
                                    variant -> variant,
                                    variant -> Blocks.of(source.run(), List.of(variant))
                                            .figures(source, variant))));
        }

        List<TrialFigures> trials(String variant) {
            return trials.getOrDefault(variant, List.of());
        }

        /** The median over the blocks that have both; empty if there is no ratio. */
        OptionalDouble ratio(String variant, String anchor, Metric metric, Level level) {
            var way = metric.comparison().way();
            if (way == MetricComparison.Way.DIFFERENCE || way == MetricComparison.Way.NOT_COMPARED) {
                return OptionalDouble.empty();
            }
            var blocks = Blocks.of(source.run(), List.of(anchor, variant));
            var bases = blocks.figures(source, anchor);
            var heads = blocks.figures(source, variant);
            var ratios = IntStream.range(0, heads.size())
                    .filter(block -> heads.get(block).requests(metric, level)
                            >= metric.comparison().leastRequests())
                    .mapToDouble(block -> heads.get(block).value(metric, level).orElse(0)
                            / bases.get(block).value(metric, level).orElse(0))
                    .toArray();
            boolean areAll = ratios.length > 0
                    && ratios.length == heads.size()
                    && Arrays.stream(ratios).allMatch(ratio -> ratio > 0 && Double.isFinite(ratio));
            return areAll ? OptionalDouble.of(Median.of(ratios)) : OptionalDouble.empty();
        }

        Stream<TrialFigures> all() {
            return trials.values().stream().flatMap(List::stream);
        }
    }

    HistoryMaker(List<ResultSource> sources, History.Wanted wanted) {
        this.runs = sources.stream()
                .sorted(Comparator.comparing(
                                (ResultSource source) -> source.run().origin().startedAt())
                        .thenComparing(source -> source.run().origin().runId()))
                .map(OfRun::of)
                .toList();
        this.wanted = wanted;
    }

    /** The runs, sorted by the time at which they began. */
    List<RunResult> runs() {
        return runs.stream().map(run -> run.source().run()).toList();
    }

    List<HistoryRow> rows() {
        return rows(variants(), Optional.empty());
    }

    /** The rows of all other variants, each value divided by the anchor's in the same block. */
    List<HistoryRow> ratios(String anchor) {
        var others = new LinkedHashSet<>(variants());
        others.remove(anchor);
        return rows(others, Optional.of(anchor));
    }

    private List<HistoryRow> rows(Set<String> variants, Optional<String> anchor) {
        var rows = new ArrayList<HistoryRow>();
        var metrics =
                Metrics.with(ResultSource.names(runs.stream().map(OfRun::source).toList()));
        for (var level : levels()) {
            for (var metric : metrics) {
                if (isShown(metric, level)) {
                    variants.forEach(
                            variant -> row(metric, level, variant, anchor).ifPresent(rows::add));
                }
            }
        }
        return rows;
    }

    private boolean isShown(Metric metric, Level level) {
        if (!wanted.levels().isEmpty() && !wanted.levels().contains(level)) {
            return false;
        }
        boolean isOfHeadline =
                metric.comparison().headline() && metric.comparison().isAtItsPlace(level);
        return wanted.also().contains(metric)
                || (wanted.metrics().isEmpty() ? isOfHeadline : wanted.metrics().contains(metric));
    }

    /** The levels of the trial that has the most of them, followed by the whole run. */
    private List<Level> levels() {
        var most = runs.stream()
                .flatMap(OfRun::all)
                .map(TrialFigures::levels)
                .reduce(List.of(), (longest, next) -> next.size() > longest.size() ? next : longest);
        return Stream.concat(most.stream(), Stream.of(Level.WHOLE_RUN)).toList();
    }

    private Set<String> variants() {
        return runs.stream()
                .flatMap(run -> Variants.of(run.source().run()).stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private Optional<HistoryRow> row(Metric metric, Level level, String variant, Optional<String> anchor) {
        var values = runs.stream()
                .map(run -> anchor.map(base -> run.ratio(variant, base, metric, level))
                        .orElseGet(() -> value(run.trials(variant), metric, level)))
                .toList();
        long count = values.stream().filter(OptionalDouble::isPresent).count();
        return count < History.FEWEST_RUNS
                ? Optional.empty()
                : Optional.of(new HistoryRow(metric, level, variant, anchor, values, List.of()));
    }

    /** The median of the trials; empty if one of them has too few requests for the metric. */
    private static OptionalDouble value(List<TrialFigures> trials, Metric metric, Level level) {
        long least = metric.comparison().leastRequests();
        double[] values = trials.stream()
                .filter(trial -> trial.requests(metric, level) >= least)
                .flatMapToDouble(trial -> trial.value(metric, level).stream())
                .toArray();
        return values.length == 0 || values.length < trials.size()
                ? OptionalDouble.empty()
                : OptionalDouble.of(Median.of(values));
    }
}
