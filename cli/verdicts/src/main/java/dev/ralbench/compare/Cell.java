package dev.ralbench.compare;

import dev.ralbench.load.Level;
import dev.ralbench.metric.Better;
import dev.ralbench.metric.Metric;
import dev.ralbench.statistics.Deviation;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One metric of one variant at one level, next to the baseline's.
 *
 * @param variant the one compared with the baseline
 * @param change empty if there is nothing to take a difference of
 * @param notes why there is no change, or remarks on it
 * @param isUnranked whether the change is no basis for a verdict, for a reason that is among the notes
 */
public record Cell(
        Metric metric,
        Level level,
        String variant,
        Side base,
        Side head,
        Optional<Change> change,
        List<String> notes,
        boolean isUnranked) {
    public Cell {
        notes = List.copyOf(notes);
    }

    /** A cell whose change can be judged. */
    public Cell(
            Metric metric,
            Level level,
            String variant,
            Side base,
            Side head,
            Optional<Change> change,
            List<String> notes) {
        this(metric, level, variant, base, head, change, notes, false);
    }

    /**
     * A cell of which only the difference of each block is known.
     *
     * @param perBlock logarithms of ratios, above 0 worse; no change if there are none
     */
    public static Cell ofHarms(Metric metric, Level level, String variant, List<Double> perBlock) {
        var change = perBlock.isEmpty()
                ? Optional.<Change>empty()
                : Optional.of(
                        Changes.paired(Change.Scale.LOG_RATIO, perBlock, Collections.nCopies(perBlock.size(), 0)));
        return new Cell(metric, level, variant, Side.empty(), Side.empty(), change, List.of());
    }

    /**
     * The harm of each block as a logarithm of a ratio, also of a count that was compared by its difference; empty if a
     * trial has the value 0, or there are no blocks.
     */
    public List<Double> harms() {
        if (change.isEmpty() || change.get().scale() == Change.Scale.LOG_RATIO) {
            return change.map(Change::perBlock).orElse(List.of());
        }
        var bases = base.trials();
        var heads = head.trials();
        boolean areRatios = bases.size() == heads.size()
                && Stream.concat(bases.stream(), heads.stream()).allMatch(value -> value > 0);
        return areRatios
                ? IntStream.range(0, bases.size())
                        .mapToObj(i -> LogRatio.between(metric, bases.get(i), heads.get(i)))
                        .toList()
                : List.of();
    }

    /** {@link #harms} of each run; empty if there are none. */
    public List<double[]> harmsByRun() {
        return byRun(harms().stream().mapToDouble(Double::doubleValue).toArray());
    }

    /** Figures of the blocks, sorted by the runs of the blocks; as of one run if they are not those of its change. */
    public List<double[]> byRun(double... perBlock) {
        var runs = change.map(Change::runs).orElse(List.of());
        if (perBlock.length == 0) {
            return List.of();
        }
        return runs.size() != perBlock.length
                ? List.of(perBlock)
                : Change.byRun(Arrays.stream(perBlock).boxed().toList(), runs).values().stream()
                        .map(Change::array)
                        .toList();
    }

    /**
     * How far single trials lie apart, as the standard deviation of the logarithms of their values on either side; to be
     * held against {@link Change#deviation}, in which all that pairs have in common is gone. Empty for a change that is
     * no ratio, with fewer than two trials, or if a value is 0.
     */
    public OptionalDouble deviationOfTrials() {
        var sides = List.of(base.trials(), head.trials());
        boolean isKnown = change.filter(each -> each.scale() == Change.Scale.LOG_RATIO)
                        .isPresent()
                && sides.stream()
                        .allMatch(values -> values.size() > 1 && values.stream().allMatch(value -> value > 0));
        return isKnown
                ? OptionalDouble.of(Math.sqrt(sides.stream()
                        .mapToDouble(values -> Deviation.of(
                                values.stream().mapToDouble(StrictMath::log).toArray()))
                        .map(deviation -> deviation * deviation)
                        .average()
                        .orElseThrow()))
                : OptionalDouble.empty();
    }

    /** Whether a target served nothing in one of the trials, which is never tolerable however well the others did. */
    public boolean servedNothing() {
        return metric.better() == Better.HIGHER
                && Stream.concat(base.trials().stream(), head.trials().stream()).anyMatch(value -> value <= 0);
    }

    /** A name that stays the same from run to run, such as {@code goodput@1024}. */
    public String id() {
        return id(metric, level);
    }

    /** The id that a cell of this metric and level has or would have, such as {@code goodput@1024}. */
    public static String id(Metric metric, Level level) {
        return metric.key() + "@" + level.name();
    }
}
