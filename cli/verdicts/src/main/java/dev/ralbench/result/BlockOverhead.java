package dev.ralbench.result;

import dev.ralbench.Clock;
import dev.ralbench.measurement.Measurement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * The time of a block of alternating variants outside its windows and planned lead-ins, as medians over the blocks of a
 * run: it tells how long the next run will take.
 *
 * @param aroundSeconds starting the targets, probing them, and ending them
 * @param warmUpSeconds all rounds of warm-up, at all levels
 * @param turnSeconds of one turn: a lead-in that is longer than planned, and waiting for requests in flight at its end
 * @param startUpCache whether the targets started from caches, which shortens the start and the warm-up
 */
public record BlockOverhead(double aroundSeconds, double warmUpSeconds, double turnSeconds, boolean startUpCache) {
    private static final String AROUND = "blockAroundSeconds";
    private static final String WARM_UP = "blockWarmUpSeconds";
    private static final String TURN = "turnOverheadSeconds";
    private static final String VARIANTS = "blockVariants";
    private static final String START_UP_CACHE = "startUpCache";
    /** The number of variants assumed for runs that do not record it. */
    private static final double USUAL_VARIANTS = 2;

    /**
     * Empty if variants took no turns, or with fewer than two blocks: a block's end is known from the start of the
     * next.
     */
    public static Optional<BlockOverhead> of(RunResult run) {
        boolean startUpCache = "yes".equals(run.fingerprint().software().get(START_UP_CACHE));
        return run.layout().design().turns().flatMap(turns -> of(blocks(run), turns, startUpCache));
    }

    private static Optional<BlockOverhead> of(
            List<List<TrialResult>> blocks, Design.Turns turns, boolean startUpCache) {
        var found = IntStream.range(0, blocks.size() - 1)
                .mapToObj(i -> of(blocks.get(i), blocks.get(i + 1), turns, startUpCache))
                .flatMap(Optional::stream)
                .toList();
        return found.isEmpty()
                ? Optional.empty()
                : Optional.of(new BlockOverhead(
                        median(found, BlockOverhead::aroundSeconds),
                        median(found, BlockOverhead::warmUpSeconds),
                        median(found, BlockOverhead::turnSeconds),
                        startUpCache));
    }

    /** The trials of each block in the order in which they were measured, including repeated blocks. */
    static List<List<TrialResult>> blocks(RunResult run) {
        var blocks = new ArrayList<List<TrialResult>>();
        for (var trial : run.trials()) {
            boolean isNext = blocks.isEmpty()
                    || blocks.getLast().getFirst().id().block() != trial.id().block()
                    || blocks.getLast().getFirst().id().attempt() != trial.id().attempt();
            if (isNext) {
                blocks.add(new ArrayList<>());
            }
            blocks.getLast().add(trial);
        }
        return blocks;
    }

    private static Optional<BlockOverhead> of(
            List<TrialResult> block, List<TrialResult> next, Design.Turns turns, boolean startUpCache) {
        var sides =
                block.stream().flatMap(trial -> trial.measurement().stream()).toList();
        int turnsOfAll = block.size() * turns.perLevel() * turns.levels().size();
        long measured = sides.stream().flatMap(Measurement::levels).count();
        if (measured != turnsOfAll) {
            return Optional.empty();
        }
        double whole = Clock.seconds(Duration.between(begin(block), begin(next)));
        double load =
                sides.stream().mapToDouble(BlockOverhead::endSeconds).max().orElse(0);
        double warmUp = warmUpSeconds(sides);
        double planned = (turns.leadInMillis() + turns.lengthMillis()) / 1e3;
        return Optional.of(
                new BlockOverhead(whole - load, warmUp, (load - warmUp) / turnsOfAll - planned, startUpCache));
    }

    static Instant begin(List<TrialResult> block) {
        return block.stream()
                .map(trial -> trial.id().startedAt())
                .min(Comparator.naturalOrder())
                .orElseThrow();
    }

    static double endSeconds(Measurement side) {
        var last = side.windows().getLast();
        return last.span().startSeconds() + last.lengthSeconds();
    }

    /** All variants warm up at the same time; the one whose turn comes first goes on at once, and the others wait. */
    static double warmUpSeconds(List<Measurement> sides) {
        return sides.stream().mapToDouble(Measurement::warmUpSeconds).min().orElse(0);
    }

    private static double median(List<BlockOverhead> blocks, Function<BlockOverhead, Double> value) {
        var sorted = blocks.stream().map(value).sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    /**
     * The entries that the noise bank stores.
     *
     * @param variants in each block
     */
    public Map<String, Double> telemetry(int variants) {
        return Map.of(
                AROUND,
                aroundSeconds,
                WARM_UP,
                warmUpSeconds,
                TURN,
                turnSeconds,
                VARIANTS,
                (double) variants,
                START_UP_CACHE,
                startUpCache ? 1.0 : 0.0);
    }

    /**
     * The overhead of the newest run in a bank that has it, preferably of targets that started in the same way, and of
     * as many in a block: those that start and compile at the same time share the CPUs.
     *
     * @param startUpCache whether caches were asked for
     */
    public static Optional<BlockOverhead> newest(List<NoiseBank.NoiseEntry> bank, int variants, boolean startUpCache) {
        return bank.stream()
                .filter(entry -> entry.telemetry().keySet().containsAll(List.of(AROUND, WARM_UP, TURN)))
                .max(Comparator.comparing((NoiseBank.NoiseEntry entry) -> hasCache(entry) == startUpCache)
                        .thenComparing(entry ->
                                Math.round(entry.telemetry().getOrDefault(VARIANTS, USUAL_VARIANTS)) == variants)
                        .thenComparing(NoiseBank.NoiseEntry::at))
                .map(entry -> new BlockOverhead(
                        entry.telemetry().getOrDefault(AROUND, 0.0),
                        entry.telemetry().getOrDefault(WARM_UP, 0.0),
                        entry.telemetry().getOrDefault(TURN, 0.0),
                        hasCache(entry)));
    }

    private static boolean hasCache(NoiseBank.NoiseEntry entry) {
        return entry.telemetry().getOrDefault(START_UP_CACHE, 0.0) > 0;
    }
}
