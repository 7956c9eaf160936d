package dev.ralbench.metric;

import dev.ralbench.measurement.LittleCheck;
import java.util.List;
import java.util.OptionalDouble;

/** Metrics of a trial: how it started, and whether its load was what it should be. */
public final class TrialMetrics {

    public static final Metric LITTLE_DEVIATION = new Metric(
            "little.deviation",
            "Little",
            MetricUnit.SHARE,
            Better.NEITHER,
            "Completions per second times cycle time over users, minus 1. Far from 0: the measurement is wrong.",
            MetricSource.of(w -> MetricSource.ofDouble(w.little().map(LittleCheck::deviation))),
            MetricComparison.none());
    public static final Metric USER_SECONDS = new Metric(
            "user-seconds",
            "user-seconds",
            MetricUnit.SECONDS,
            Better.NEITHER,
            "The load that was really offered: users times time. Must be the same for every variant.",
            MetricSource.of(w -> OptionalDouble.of(w.ledger().offeredSeconds())),
            MetricComparison.none());
    public static final Metric STARTUP = new Metric(
            "startup",
            "startup",
            MetricUnit.MILLIS,
            Better.LOWER,
            "From the start of the target's process to its first successful answer; once per trial.",
            MetricSource.outsideWindows(),
            MetricComparison.ofWholeRun(0.10, 0.25).inHeadline());

    /** All of them, in the order of files and tables. */
    static final List<Metric> ALL = List.of(LITTLE_DEVIATION, USER_SECONDS, STARTUP);

    private TrialMetrics() {}
}
