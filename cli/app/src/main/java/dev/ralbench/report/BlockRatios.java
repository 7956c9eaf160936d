package dev.ralbench.report;

import dev.ralbench.Failure;
import dev.ralbench.compare.Change;
import dev.ralbench.compare.Comparer;
import dev.ralbench.compare.Comparison;
import dev.ralbench.compare.ResultSource;
import dev.ralbench.load.Level;
import dev.ralbench.measurement.CompilerTime;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.page.Numbers;
import dev.ralbench.page.TableCell;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Goodput over that of the first variant in the same block. If the run can be compared, these are the figures of
 * {@code ralbench compare} for its file; else those of all existing blocks.
 */
final class BlockRatios {
    private final RunView view;
    private final Optional<Comparison> comparison;
    private final Map<Row, Optional<Ratio>> ratios = new HashMap<>();

    private record Row(String variant, Level level) {}

    private BlockRatios(RunView view, Optional<Comparison> comparison) {
        this.view = view;
        this.comparison = comparison;
    }

    static BlockRatios of(RunView view) {
        return new BlockRatios(view, comparison(view.run()));
    }

    /** Compares goodput of the run's variants; empty if they must not be compared, or if there is only one. */
    private static Optional<Comparison> comparison(RunResult run) {
        try {
            var source = new ResultSource(run.origin().runId(), run);
            return Optional.of(
                    new Comparer(List.of(source), Optional.empty(), false).compare(List.of(RequestMetrics.GOODPUT)));
        } catch (Failure refused) {
            return Optional.empty();
        }
    }

    /**
     * A ratio.
     *
     * @param typical the estimate, or the median of the blocks
     * @param low below it, of the interval or of the blocks
     * @param high above it
     */
    record Ratio(double typical, double low, double high, Brackets brackets) {
        private static Ratio of(Spread blocks) {
            var brackets =
                    blocks.count() == 1 || blocks.low() == blocks.high() ? Brackets.NONE : Brackets.LEAST_AND_MOST;
            return new Ratio(blocks.median(), blocks.low(), blocks.high(), brackets);
        }

        /** {@code 5.13}, with several blocks {@code 5.13 [5.10 5.16]}. */
        String text() {
            var ratio = Numbers.significant(typical);
            return brackets == Brackets.NONE
                    ? ratio
                    : ratio + " [" + Numbers.significant(low) + " " + Numbers.significant(high) + "]";
        }
    }

    /** The text in brackets after a ratio. */
    enum Brackets {
        NONE,
        INTERVAL,
        /** Too few blocks for an interval. */
        LEAST_AND_MOST,
    }

    /**
     * The ratio of a variant to the first one; empty if either has no goodput in any block, or its compilers got too
     * little of the CPUs.
     */
    Optional<Ratio> of(String variant, Level level) {
        return ratios.computeIfAbsent(
                new Row(variant, level),
                row -> unranked(variant, level).isPresent() ? Optional.empty() : ratio(variant, level));
    }

    /** The side whose compilers were starved; empty if the two can be ranked. */
    private Optional<String> unranked(String variant, Level level) {
        return Stream.of(view.variants().getFirst(), variant)
                .filter(side -> view.windows(side, level).stream()
                        .anyMatch(window -> CompilerTime.of(window).isStarved()))
                .findFirst();
    }

    /** On the column of them. */
    List<Note> notes(String title) {
        return Stream.concat(
                        withheld().map(text -> new Note(Note.Kind.WITHHELD_RATIOS, title + " –: " + text)).stream(),
                        legend().map(text -> new Note(Note.Kind.RATIOS, title + ": " + text)).stream())
                .toList();
    }

    /** Why ratios are withheld; empty if none is. */
    private Optional<String> withheld() {
        var starved = view.variants().stream()
                .filter(variant -> view.levels().stream()
                        .anyMatch(level -> view.windows(variant, level).stream()
                                .anyMatch(window -> CompilerTime.of(window).isStarved())))
                .toList();
        return starved.isEmpty() || view.variants().size() < 2
                ? Optional.empty()
                : Optional.of(
                        "not ranked at some levels, because compilers waited for CPUs: " + String.join(", ", starved));
    }

    private Optional<Ratio> ratio(String variant, Level level) {
        return compared(variant, level)
                .filter(ratio -> hasGoodput(variant, level))
                .or(() -> Spread.of(blocks(variant, level)).map(Ratio::of));
    }

    /** Whether each trial had some: {@code compare} takes half a response for none, to have a logarithm. */
    private boolean hasGoodput(String variant, Level level) {
        return view.trials(variant).stream()
                .allMatch(trial -> goodput(trial, level).orElse(0) > 0);
    }

    TableCell cell(String variant, Level level) {
        return of(variant, level).map(ratio -> TableCell.of(ratio.text())).orElse(TableCell.MISSING);
    }

    /** Explains a ratio and the brackets after it; empty if there are no brackets. */
    private Optional<String> legend() {
        var meanings = view.levels().stream()
                .flatMap(level -> view.variants().stream().flatMap(variant -> of(variant, level).stream()))
                .map(Ratio::brackets)
                .filter(brackets -> brackets != Brackets.NONE)
                .sorted()
                .distinct()
                .map(this::meaning)
                .toList();
        return Optional.of("goodput over that of " + view.variants().getFirst() + " in the same block; in brackets "
                        + String.join(" or, without one, ", meanings))
                .filter(text -> !meanings.isEmpty());
    }

    private String meaning(Brackets brackets) {
        return switch (brackets) {
            case NONE -> "";
            case INTERVAL -> "the 98 % interval, as ralbench compare has it";
            case LEAST_AND_MOST -> "the least and the most of " + view.blocks() + " blocks";
        };
    }

    private Optional<Ratio> compared(String variant, Level level) {
        return comparison.stream()
                .filter(compared -> compared.baseline().equals(view.variants().getFirst()))
                .flatMap(compared -> compared.cells().stream())
                .filter(cell -> cell.variant().equals(variant) && cell.level().equals(level))
                .flatMap(BlockRatios::ratio)
                .findFirst();
    }

    private static Stream<Ratio> ratio(dev.ralbench.compare.Cell cell) {
        return cell.change().stream()
                .filter(change -> change.scale() == Change.Scale.LOG_RATIO)
                .map(change -> ratio(cell, change));
    }

    private static Ratio ratio(dev.ralbench.compare.Cell cell, Change change) {
        var text = ChangeText.of(cell).orElseThrow();
        double typical = 1 + text.estimate();
        if (text.hasInterval()) {
            return new Ratio(typical, 1 + text.low(), 1 + text.high(), Brackets.INTERVAL);
        }
        // More goodput is less harm.
        var blocks =
                change.perBlock().stream().map(harm -> StrictMath.exp(-harm)).toList();
        var spread = Ratio.of(Spread.of(blocks).orElseThrow());
        return new Ratio(typical, spread.low, spread.high, spread.brackets);
    }

    private List<Double> blocks(String variant, Level level) {
        var bases = view.trials(view.variants().getFirst()).stream()
                .collect(Collectors.groupingBy(base -> base.id().block()));
        return view.trials(variant).stream()
                .flatMap(trial -> bases.getOrDefault(trial.id().block(), List.of()).stream()
                        .flatMap(base -> ratio(trial, base, level).stream().boxed()))
                .toList();
    }

    private OptionalDouble ratio(TrialResult trial, TrialResult base, Level level) {
        var value = goodput(trial, level);
        var baseValue = goodput(base, level);
        return value.isEmpty() || baseValue.isEmpty() || baseValue.getAsDouble() == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(value.getAsDouble() / baseValue.getAsDouble());
    }

    private OptionalDouble goodput(TrialResult trial, Level level) {
        return trial.measurement().stream()
                .flatMap(found -> view.window(found, level).stream())
                .map(RequestMetrics.GOODPUT::of)
                .findFirst()
                .orElseGet(OptionalDouble::empty);
    }
}
