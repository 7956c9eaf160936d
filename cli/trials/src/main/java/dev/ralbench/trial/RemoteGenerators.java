package dev.ralbench.trial;

import dev.ralbench.Failure;
import dev.ralbench.load.OtherGenerators;
import dev.ralbench.measurement.RecordedElsewhere;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import dev.ralbench.scenario.CarriedScenario;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Generators on other machines, which send the loads of a run: of each load, everyone sends a part. */
public interface RemoteGenerators {
    /** Whether one is not on this machine, so services that are started for the load must be reached from outside. */
    boolean areElsewhere();

    /**
     * Has all get ready for a load.
     *
     * @throws Failure if one cannot, such as for want of a way to the target
     */
    RemoteLoad prepare(Task task) throws InterruptedException;

    /**
     * What they are to do.
     *
     * @param scenario that is sent, by the URL at which a generator reaches the target
     * @param target as this machine reaches it
     * @param given variables that all users know
     * @param environment the variables that the scenario names; holds secrets
     * @param seed of everything that is left to chance
     */
    record Task(
            Function<URI, CarriedScenario> scenario,
            URI target,
            Map<String, String> given,
            Map<String, String> environment,
            long seed) {
        public Task {
            given = Map.copyOf(given);
            environment = Map.copyOf(environment);
        }
    }

    /** One load on all of them. Instants are of this machine's monotonic clock. */
    interface RemoteLoad extends OtherGenerators, RecordedElsewhere {
        /** All begin then. */
        void startAt(long nanos);

        /** A warm-up that has ended is followed by another one. */
        void repeat(int window, long requests);

        /** Sets what is done when a part has ended before its plan; at once if one has already. */
        void onEarlyEnd(Runnable action);

        /** Ends all parts gracefully. */
        void stop();

        /** Ends all parts at once. */
        void abort();

        /** Why a part, or its generator, was lost. */
        Optional<Failure> failure();

        /**
         * Waits for the end of all parts, for a short while if they should have ended. An interrupt ends them at once.
         *
         * @return what each has seen and judged; none of those that were lost
         */
        List<Part> finish();
    }

    /**
     * What a generator has measured.
     *
     * @param generator its name
     * @param run of one trial
     */
    record Part(String generator, RunResult run) {
        public Part {
            if (run.trials().size() != 1) {
                throw new IllegalArgumentException("generator " + generator + ": a part has one trial");
            }
        }

        TrialResult trial() {
            return run.trials().getFirst();
        }
    }
}
