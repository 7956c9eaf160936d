package dev.ralbench.measurement;

import dev.ralbench.load.Outcome;
import java.util.Map;
import java.util.function.Consumer;

/** The parts of a load that other processes record, as far as they have told. Used by several threads. */
public interface RecordedElsewhere {
    /** There are none. */
    RecordedElsewhere NONE = new RecordedElsewhere() {
        @Override
        public int usersNow() {
            return 0;
        }

        @Override
        public Map<Outcome, Long> failuresSoFar() {
            return Map.of();
        }

        @Override
        public void takeSuccessful(Consumer<LatencyDistribution> taken) {}

        @Override
        public Map<Outcome, Long> failuresSoFar(String name) {
            return Map.of();
        }

        @Override
        public void takeSuccessful(String name, Consumer<LatencyDistribution> taken) {}
    };

    /** Active users, as they were last told. */
    int usersNow();

    /** Failed requests since the beginning. */
    Map<Outcome, Long> failuresSoFar();

    /** Moves the successful response times that were told since the last call. */
    void takeSuccessful(Consumer<LatencyDistribution> taken);

    /** Failed requests, or journeys, of a name since the beginning; none unless names were asked for. */
    Map<Outcome, Long> failuresSoFar(String name);

    /** Moves the successful times of a name that were told since the last call; none unless names were asked for. */
    void takeSuccessful(String name, Consumer<LatencyDistribution> taken);
}
