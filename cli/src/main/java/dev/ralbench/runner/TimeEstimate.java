package dev.ralbench.runner;

import dev.ralbench.load.Segment;
import dev.ralbench.load.UserTimeline;
import java.util.OptionalDouble;

/**
 * Roughly how long a run takes, for those who wait for it.
 *
 * @param timeline of each trial
 * @param variants in a block
 * @param blocks that are planned
 */
public record TimeEstimate(UserTimeline timeline, int variants, int blocks) {
    /** Starting and stopping a target and looking into it. */
    private static final double SECONDS_AROUND_A_TRIAL = 4;
    /** What a target in need of a warm-up answers per second on a small machine. */
    public static final double WARM_UP_PER_SECOND = 4000;
    /** Waiting for what is in flight at the end of a turn. */
    private static final double SECONDS_AFTER_A_TURN = 0.2;

    /** From the first request of a trial to its last, in seconds; empty where the length of the load is open. */
    public OptionalDouble loadSeconds() {
        if (!timeline.takesTurns()) {
            var planned = timeline.plannedSeconds();
            return planned.isEmpty() ? planned : OptionalDouble.of(planned.getAsDouble() + warmUpSeconds());
        }
        return OptionalDouble.of(variants
                * timeline.segments().stream()
                        .mapToDouble(TimeEstimate::seconds)
                        .sum());
    }

    private double warmUpSeconds() {
        return timeline.segments().getFirst() instanceof Segment.WarmUp warmUp ? seconds(warmUp) : 0;
    }

    private static double seconds(Segment segment) {
        double planned = segment.plannedSeconds().orElse(0);
        return switch (segment) {
            case Segment.WarmUp warmUp -> warmUp.requests() / WARM_UP_PER_SECOND;
            case Segment.Turn turn -> planned + SECONDS_AFTER_A_TURN;
            case Segment.LeadIn leadIn -> planned;
            case Segment.Level level -> planned;
            case Segment.Slope slope -> planned;
            case Segment.Counted counted -> planned;
            case Segment.Open open -> planned;
        };
    }

    /** Of all blocks, in seconds; empty where the length of the load is open. */
    public OptionalDouble runSeconds() {
        var load = loadSeconds();
        if (load.isEmpty()) {
            return load;
        }
        double around = SECONDS_AROUND_A_TRIAL * variants;
        double block = timeline.takesTurns() ? load.getAsDouble() + around : load.getAsDouble() * variants + around;
        return OptionalDouble.of(block * blocks);
    }
}
