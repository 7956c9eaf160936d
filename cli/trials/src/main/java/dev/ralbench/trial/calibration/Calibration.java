package dev.ralbench.trial.calibration;

import dev.ralbench.Clock;
import dev.ralbench.process.UserCache;
import dev.ralbench.result.RunResult.Ceiling;

/** Finds the most a run's generator can send; done once, before the first trial. */
@FunctionalInterface
public interface Calibration {
    /**
     * The most that the generator can send of a planned load. Afterwards the JVM has compiled the code that sends it.
     *
     * @throws InterruptedException when the user wishes to stop
     */
    Ceiling ceiling(CalibratedLoad load) throws InterruptedException;

    /** The figures of a run contradict the ceiling of this load: none of a later run may rest on it. */
    default void forget(CalibratedLoad load) {}

    /** Measures the ceiling by sending, for seconds, to a server in this process that answers at once. */
    static Calibration measured(Clock clock) {
        return new MeasuredCeiling(clock)::measure;
    }

    /** Measures the ceiling of each load once, keeps it in the cache, and from then on only warms up. */
    static Calibration remembering(UserCache cache, Clock clock) {
        return new RememberedCeilings(new MeasuredCeiling(clock), new CeilingStore(cache), OwnProgram::facts, clock);
    }
}
