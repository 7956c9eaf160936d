package dev.ralbench.trial.watch;

import dev.ralbench.measurement.LoadTotals;

/** Gets to know of a load's windows as they begin and end, on the thread that samples the load. */
public interface LevelListener {
    void began(int window, long nowNanos);

    /** The load has been sampled, about a second after the last time. */
    void sampled(LoadTotals soFar);

    void ended(int window, long nowNanos);
}
