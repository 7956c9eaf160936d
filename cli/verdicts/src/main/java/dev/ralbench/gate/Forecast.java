package dev.ralbench.gate;

import dev.ralbench.load.Level;
import dev.ralbench.metric.Metric;
import java.util.Optional;

/** Advance knowledge of a run's figures. */
public interface Forecast {
    /** A forecast that knows nothing, so any figure may have a value. */
    Forecast UNKNOWN = (metric, level, requests) -> Optional.empty();

    /**
     * Why a run will have no value of a metric; empty if it may have one.
     *
     * @param requests that a value needs, per trial
     */
    Optional<String> obstacle(Metric metric, Level level, long requests);
}
