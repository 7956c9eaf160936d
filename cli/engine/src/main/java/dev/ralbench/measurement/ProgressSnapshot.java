package dev.ralbench.measurement;

import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * How far a run is and what the last second looked like.
 *
 * @param scenario its name
 * @param turns whether the variants of a block take turns, so that a trial lasts as long as its block
 * @param block current block, from 1
 * @param blocks how many there are
 * @param trial current trial of the whole run, from 1
 * @param trials how many there are
 * @param level what the load is doing, such as {@code 256 users} or {@code ramp to 512}
 * @param open whether requests arrive at a rate; users are connections then
 * @param usersWanted users that the plan has active now; in an open phase the most connections that there may be
 * @param errors failed requests since the trial began
 * @param soFar what the trial's load has done since it began
 * @param targetThreads live threads of the target as the operating system counts them, where it can be looked into
 * @param targetResidentBytes its resident set
 * @param targetCores CPU seconds that it used in the last second
 * @param trialSeconds since the trial's load began
 * @param trialSecondsPlanned length of the load, or an estimate of it; empty where there is none yet
 * @param runSeconds since the run began
 * @param runSecondsPlanned estimate for the whole run; empty where there is none
 * @param mayEndSooner whether what is found on the way may end the load or the run before that
 */
public record ProgressSnapshot(
        String scenario,
        boolean turns,
        int block,
        int blocks,
        String variant,
        int trial,
        int trials,
        String level,
        boolean open,
        int usersNow,
        int usersWanted,
        double requestsPerSecond,
        OptionalDouble p50Millis,
        OptionalDouble p99Millis,
        long errors,
        LoadTotals soFar,
        OptionalInt targetThreads,
        OptionalLong targetResidentBytes,
        OptionalDouble targetCores,
        double trialSeconds,
        OptionalDouble trialSecondsPlanned,
        double runSeconds,
        OptionalDouble runSecondsPlanned,
        boolean mayEndSooner) {}
