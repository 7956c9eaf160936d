package dev.ralbench.compare;

import dev.ralbench.load.Level;
import dev.ralbench.metric.Metric;
import dev.ralbench.metric.MetricComparison;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/** Makes the cells of one variant next to the baseline. */
final class CellMaker {
    private static final Set<MetricComparison.Way> NOISY =
            EnumSet.of(MetricComparison.Way.RATE, MetricComparison.Way.SIZE, MetricComparison.Way.DIFFERENCE);

    private final ComparisonKind kind;
    private final boolean isPaired;
    private final Arm base;
    private final Arm head;
    private final Map<Requests, OptionalLong> fewest = new HashMap<>();
    private final Map<Level, Optional<String>> starved = new HashMap<>();

    /** The requests of a level: all, or those of one name. */
    private record Requests(Level level, Optional<String> name) {}

    CellMaker(ComparisonKind kind, boolean isPaired, Arm base, Arm head) {
        this.kind = kind;
        this.isPaired = isPaired;
        this.base = base;
        this.head = head;
    }

    /** The cell of a metric at a level; empty if neither side has a value. */
    Optional<Cell> cell(Metric metric, Level level) {
        var pairs = isPaired ? Pairs.byBlock(metric, level, base, head) : Pairs.unpaired(metric, level, base, head);
        if (pairs.base().isEmpty() || pairs.head().isEmpty()) {
            return withoutPairs(metric, level);
        }
        var notes = new ArrayList<String>();
        missing(pairs).ifPresent(notes::add);
        starved(metric, level).ifPresent(notes::add);
        var tooFew = tooFewRequests(metric, level);
        if (tooFew.isPresent()) {
            notes.add(tooFew.get());
            return Optional.of(cell(metric, level, pairs, Optional.empty(), notes));
        }
        return Optional.of(compared(metric, level, pairs, notes));
    }

    private Optional<String> missing(Pairs pairs) {
        int all = base.trials().size();
        if (!isPaired || pairs.base().size() == all) {
            return Optional.empty();
        }
        long worst = pairs.harm().stream()
                .filter(harm -> harm == Double.POSITIVE_INFINITY)
                .count();
        return Optional.of(
                worst > 0
                        ? head.name() + " has no value in " + worst + " of " + all
                                + " blocks, which counts as the worst there is"
                        : "only " + pairs.base().size() + " of " + all + " blocks have a value");
    }

    private Cell compared(Metric metric, Level level, Pairs pairs, List<String> notes) {
        if (metric.comparison().way() == MetricComparison.Way.NOT_COMPARED) {
            return cell(metric, level, pairs, Optional.empty(), notes);
        }
        if (metric.comparison().way() == MetricComparison.Way.EXACT) {
            if (pairs.areConstant(metric.comparison().slack())) {
                var change = Changes.exact(pairs, metric);
                return cell(metric, level, pairs, Optional.of(change), notes);
            }
            notes.add("differs from trial to trial of one variant: judged as a noisy metric");
        }
        if (!pairs.isDefined()) {
            notes.add("0 in some trials: no ratio");
            return cell(metric, level, pairs, Optional.empty(), notes);
        }
        var change = isPaired ? Changes.paired(pairs) : Changes.unpaired(pairs, metric);
        long without = pairs.without(metric);
        if (without > 0) {
            notes.add("0 in " + without + (without == 1 ? " trial" : " trials") + ": never taken for tolerable");
        }
        if (kind == ComparisonKind.PAIRED) {
            if (!change.isOverRuns()) {
                CrossCheck.of(change, change.scale().materialHarm(metric)).ifPresent(notes::add);
            }
            Hints.of(metric, change).ifPresent(notes::add);
        }
        return cell(metric, level, pairs, Optional.of(change), notes);
    }

    /** Counts are the same however slowly the code runs that makes them. */
    private Optional<String> starved(Metric metric, Level level) {
        return NOISY.contains(metric.comparison().way())
                ? starved.computeIfAbsent(
                        level,
                        asked -> Stream.of(base, head)
                                .filter(arm -> arm.trials().stream().anyMatch(trial -> trial.isStarved(asked)))
                                .map(arm -> "not ranked: the compilers of " + arm.name() + " waited for CPUs")
                                .findFirst())
                : Optional.empty();
    }

    private Optional<String> tooFewRequests(Metric metric, Level level) {
        long least = fewestRequests(metric, level).orElse(0);
        return least >= metric.comparison().leastRequests()
                ? Optional.empty()
                : Optional.of("needs " + grouped(metric.comparison().leastRequests()) + " requests per trial, has "
                        + grouped(least));
    }

    /**
     * The fewest of any trial; of pairs that of the side that has more. A side that is slower has fewer, and what it lacks
     * would hide just that. Which of two equal builds is called head makes no difference to it.
     */
    private OptionalLong fewestRequests(Metric metric, Level level) {
        return fewest.computeIfAbsent(new Requests(level, metric.name()), asked -> {
            var sides = Stream.of(base, head)
                    .flatMapToLong(arm ->
                            arm.trials().stream().mapToLong(trial -> trial.requests(metric, level)).min().stream());
            return isPaired ? sides.max() : sides.min();
        });
    }

    /** Thousands apart by a space. */
    private static String grouped(long count) {
        var text = new StringBuilder(Long.toString(count));
        for (int i = text.length() - 3; i > 0; i -= 3) {
            text.insert(i, ' ');
        }
        return text.toString();
    }

    /** A metric that only one side has is noted, one that neither has is left out. */
    private Optional<Cell> withoutPairs(Metric metric, Level level) {
        var separate = Pairs.unpaired(metric, level, base, head);
        if (separate.base().isEmpty() && separate.head().isEmpty()) {
            return noValues(metric, level);
        }
        var notes = List.of(
                separate.base().isEmpty()
                        ? base.name() + " has no value"
                        : separate.head().isEmpty()
                                ? head.name() + " has no value"
                                : "no block has a value on both sides");
        return Optional.of(cell(metric, level, separate, Optional.empty(), notes));
    }

    /** A percentile of too few requests is no value, but worth a word. */
    private Optional<Cell> noValues(Metric metric, Level level) {
        var tooFew =
                fewestRequests(metric, level).orElse(0) > 0 ? tooFewRequests(metric, level) : Optional.<String>empty();
        var none = new Pairs.Values(List.of(), List.of());
        var nothing = new Pairs(none, none, List.of(), List.of(), Change.Scale.DIFFERENCE);
        return tooFew.map(note -> cell(metric, level, nothing, Optional.empty(), List.of(note)));
    }

    private Cell cell(Metric metric, Level level, Pairs pairs, Optional<Change> change, List<String> notes) {
        return new Cell(
                metric,
                level,
                head.name(),
                Side.of(metric, level, base, pairs.base().measured()),
                Side.of(metric, level, head, pairs.head().measured()),
                change,
                notes,
                starved(metric, level).isPresent());
    }
}
