package dev.ralbench.trial;

import dev.ralbench.load.LeastLengths;
import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.Phase;
import dev.ralbench.load.UserTimeline;
import dev.ralbench.result.BlockOverhead;
import dev.ralbench.result.Design;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * Roughly how long a run takes, for users who wait for it. Assumes that nothing is measured again.
 *
 * @param timeline of each trial
 * @param warmUpLimit of a whole load that is warmed up until the target is compiled; empty for all others
 * @param turns of alternating variants; empty for whole loads
 * @param variants in a block
 * @param pace known speeds of the targets
 */
public record TimeEstimate(
        UserTimeline timeline, Optional<Duration> warmUpLimit, Optional<Design.Turns> turns, int variants, Pace pace) {
    /** Starting and stopping a target and looking into it. */
    private static final double SECONDS_AROUND_A_TRIAL = 4;
    /** Responses per second of a target in need of warm-up, on a small machine. */
    public static final double WARM_UP_PER_SECOND = 4000;
    /** Compilation of a small Spring service on two CPUs, with another one next to it. */
    private static final double SECONDS_OF_COMPILING = 30;

    /** An estimate for alternating variants, of whatever scenario they are. */
    public static TimeEstimate of(Design.Turns turns, int variants, Pace pace) {
        return new TimeEstimate(
                UserTimeline.of(RunPlan.shape(turns)), Optional.empty(), Optional.of(turns), variants, pace);
    }

    /** An estimate for whole loads. */
    public static TimeEstimate of(LoadPlan load, int variants, Pace pace) {
        return new TimeEstimate(load.timeline(), load.untilCompiled(), Optional.empty(), variants, pace);
    }

    /** Seconds of a warm-up that lasts until a target is compiled: no longer than its limit. */
    public double compilingSeconds() {
        return Math.min(
                SECONDS_OF_COMPILING,
                warmUpLimit.map(limit -> limit.toMillis() / 1e3).orElse(SECONDS_OF_COMPILING));
    }

    /** Seconds from the first to the last request of a trial, or of a block in turns; empty if the length is open. */
    public OptionalDouble loadSeconds() {
        if (turns.isPresent()) {
            return OptionalDouble.of(secondsOf(turns.get()));
        }
        var planned = timeline.plannedSeconds();
        return planned.isEmpty() ? planned : OptionalDouble.of(planned.getAsDouble() + warmUpSeconds());
    }

    /** Seconds from one start of a block's targets to the next; empty if the length of the load is open. */
    public OptionalDouble blockSeconds() {
        var load = loadSeconds();
        if (load.isEmpty()) {
            return load;
        }
        return OptionalDouble.of(
                turns.isPresent()
                        ? load.getAsDouble() + aroundSeconds()
                        : (load.getAsDouble() + SECONDS_AROUND_A_TRIAL) * variants);
    }

    /** Seconds that the given number of blocks takes; empty if the length of the load is open. */
    public OptionalDouble runSeconds(int blocks) {
        var block = blockSeconds();
        return block.isEmpty() ? block : OptionalDouble.of(block.getAsDouble() * blocks);
    }

    private double warmUpSeconds() {
        if (!timeline.usersOfRounds().isEmpty()) {
            return compilingSeconds();
        }
        return timeline.phases().getFirst() instanceof Phase.WarmUp warmUp ? warmUp.requests() / WARM_UP_PER_SECOND : 0;
    }

    private double secondsOf(Design.Turns all) {
        double warmUp =
                warmUpsOfTurns().stream().mapToDouble(seconds -> seconds).sum();
        double planned = all.levels().stream()
                .mapToDouble(users -> variants * all.perLevel() * turnSeconds(users))
                .sum();
        return warmUp + planned;
    }

    /** Seconds from the start of the targets to their load, and from the end of it until they are gone. */
    double aroundSeconds() {
        return pace.measured().map(BlockOverhead::aroundSeconds).orElse(SECONDS_AROUND_A_TRIAL * variants);
    }

    /**
     * Seconds of the warm-up at each level of alternating variants, as they come. Compilers have most to do at the first
     * level; then there is one round to see that, at each.
     */
    List<Double> warmUpsOfTurns() {
        var all = turns.orElseThrow();
        double limit = all.warmUpLimitMillis() / 1e3;
        int later = all.levels().size() - 1;
        double each = Math.min(limit, WarmUpRounds.USUAL_SECONDS);
        var measured = pace.measured().map(BlockOverhead::warmUpSeconds);
        double ofLater =
                measured.map(whole -> Math.min(each, whole / (later + 1))).orElse(each);
        double first = measured.map(whole -> whole - later * ofLater).orElseGet(() -> assumedFirstWarmUp(all));
        return Stream.concat(Stream.of(first), Collections.nCopies(later, ofLater).stream())
                .toList();
    }

    /**
     * A lead-in, of three response times at least, a window, of a few requests at least, and the requests in flight at
     * its end.
     */
    double turnSeconds(int users) {
        var all = turns.orElseThrow();
        double leadIn = all.leadInMillis() / 1e3;
        double length = all.lengthMillis() / 1e3;
        double more = pace.measured()
                .map(BlockOverhead::turnSeconds)
                .orElseGet(() -> pace.responseSeconds(users, leadIn).stream()
                        .mapToDouble(response -> Math.max(0, TrialLoad.LEAD_IN_RESPONSES * response - leadIn)
                                + Math.max(0, LeastLengths.FEWEST_REQUESTS * response / users - length)
                                + response)
                        .average()
                        .orElse(0));
        return leadIn + length + more;
    }

    private double assumedFirstWarmUp(Design.Turns all) {
        double limit = all.warmUpLimitMillis() / 1e3;
        int most = all.highestFirst().getFirst();
        double slowest = Collections.max(pace.responseSeconds(most, all.leadInMillis() / 1e3));
        double perSecond = Math.min(most / (pace.thinkSeconds() + slowest), WARM_UP_PER_SECOND / variants);
        return Math.min(limit, Math.max(SECONDS_OF_COMPILING, all.warmUpRequests() / perSecond));
    }
}
