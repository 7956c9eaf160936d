package dev.ralbench.result;

import dev.ralbench.Clock;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.WindowMeasurement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Where the time of a run went whose variants took turns: from the start of the first block to the last window of the
 * last one, in seconds. Blocks that were measured again count.
 *
 * @param starts until the load of a block began: servers, targets and the view into them, side by side
 * @param warmUp rounds and the pauses after them, at all levels
 * @param windows of all variants: the time that figures are made of
 * @param rest lead-ins, waiting for requests in flight, and ending and probing targets
 */
public record TimeSpent(double starts, double warmUp, double windows, double rest) {

    /** Empty if variants took no turns, or nothing was measured. */
    public static Optional<TimeSpent> of(RunResult run) {
        var blocks = BlockOverhead.blocks(run);
        if (run.layout().design().turns().isEmpty() || blocks.isEmpty()) {
            return Optional.empty();
        }
        double all = Clock.seconds(
                        Duration.between(BlockOverhead.begin(blocks.getFirst()), BlockOverhead.begin(blocks.getLast())))
                + starts(blocks.getLast())
                + load(blocks.getLast());
        double starts = blocks.stream().mapToDouble(TimeSpent::starts).sum();
        double warmUp = blocks.stream()
                .mapToDouble(block -> BlockOverhead.warmUpSeconds(sides(block)))
                .sum();
        double windows = blocks.stream()
                .flatMap(block -> sides(block).stream())
                .flatMap(Measurement::levels)
                .mapToDouble(WindowMeasurement::lengthSeconds)
                .sum();
        double rest = all - starts - warmUp - windows;
        return rest < 0 || windows <= 0 ? Optional.empty() : Optional.of(new TimeSpent(starts, warmUp, windows, rest));
    }

    /** All of it. */
    public double all() {
        return starts + warmUp + windows + rest;
    }

    private static List<Measurement> sides(List<TrialResult> block) {
        return block.stream().flatMap(trial -> trial.measurement().stream()).toList();
    }

    private static double starts(List<TrialResult> block) {
        return block.stream()
                .flatMap(trial -> trial.setup().startUp().stream())
                .mapToDouble(start -> (start.serversMillis() + start.targetMillis() + start.attachMillis()) / 1e3)
                .max()
                .orElse(0);
    }

    private static double load(List<TrialResult> block) {
        return sides(block).stream()
                .mapToDouble(BlockOverhead::endSeconds)
                .max()
                .orElse(0);
    }
}
