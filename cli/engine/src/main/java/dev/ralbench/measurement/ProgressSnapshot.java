package dev.ralbench.measurement;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How far a run is and what the last second looked like.
 *
 * @param load the load on the target now
 * @param lastSecond its outcome
 * @param target empty if it cannot be observed
 * @param generator empty in the first second of a load
 * @param trial of the trial's load
 * @param run of the whole run
 */
public record ProgressSnapshot(
        String scenario,
        Position at,
        Load load,
        LoadRecording.Second lastSecond,
        Optional<TargetGlance> target,
        Optional<GeneratorHealth> generator,
        Length trial,
        Length run) {

    /**
     * Where in the run.
     *
     * @param turns whether the variants of a block take turns, so that a trial lasts as long as its block
     * @param block current block, from 1
     * @param attempt of the block, from 1: a block that the machine disturbed is measured again
     * @param trial current trial of the whole run, from 1
     */
    public record Position(boolean turns, int block, int blocks, int attempt, String variant, int trial, int trials) {}

    /**
     * The state of the load.
     *
     * @param level such as {@code 256 users} or {@code ramp to 512}
     * @param open whether requests arrive at a rate; users are connections then
     * @param usersNow active now
     * @param usersWanted users that the plan has active now; in an open phase the most connections that there may be
     */
    public record Load(String level, boolean open, int usersNow, int usersWanted) {}

    /**
     * The target at this moment.
     *
     * @param threads live ones as the operating system counts them
     * @param residentBytes its resident set
     * @param heapBytes used heap, garbage included; empty if it does not say
     * @param cpuCores CPU seconds that it used in the last second
     */
    public record TargetGlance(int threads, long residentBytes, Optional<Long> heapBytes, double cpuCores) {}

    /**
     * How the load generator is at this moment.
     *
     * @param doubt why it may be the limit, and not the target, in few words; empty if there is no sign of that
     */
    public record GeneratorHealth(GeneratorGlance lastSecond, Optional<String> doubt) {}

    /**
     * How long something takes.
     *
     * @param seconds since it began
     * @param planned seconds, or an estimate of them; empty if there is none yet
     * @param mayEndSooner whether findings on the way may end it before that
     */
    public record Length(double seconds, OptionalDouble planned, boolean mayEndSooner) {}
}
