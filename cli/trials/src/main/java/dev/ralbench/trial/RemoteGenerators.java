package dev.ralbench.trial;

import dev.ralbench.Failure;
import dev.ralbench.load.OtherGenerators;
import dev.ralbench.measurement.RecordedElsewhere;
import dev.ralbench.result.Design;
import dev.ralbench.result.GeneratorPart;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import dev.ralbench.scenario.CarriedScenario;
import dev.ralbench.trial.watch.LevelWatch;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Generators on other machines, which send the loads of a run: of each load, everyone sends a part. */
public interface RemoteGenerators {
    /** Whether one is not on this machine, so services that are started for the load must be reached from outside. */
    boolean areElsewhere();

    /**
     * Has all get ready for a load. Those that were lost in an earlier one take part if they can be reached again; the
     * others send the whole. Several loads may be ready at a time.
     *
     * @throws Failure if one cannot, such as for want of a way to the target, or none is left
     */
    RemoteLoad prepare(Task task) throws InterruptedException;

    /** What generators have to say about the loads prepared so far, and was not returned before; each line names one. */
    List<String> newNotes();

    /**
     * What they are to do.
     *
     * @param scenario that is sent, by the URL at which a generator reaches the target
     * @param target as this machine reaches it
     * @param given variables that all users know
     * @param environment the variables that the scenario names; holds secrets
     * @param seed of everything that is left to chance
     * @param design of the run: whether its variants take turns, or it searches for capacity
     * @param followsNames whether figures of each name of requests are shown while the load goes on
     */
    record Task(
            Function<URI, CarriedScenario> scenario,
            URI target,
            Map<String, String> given,
            Map<String, String> environment,
            long seed,
            Design design,
            boolean followsNames) {
        public Task {
            given = Map.copyOf(given);
            environment = Map.copyOf(environment);
        }
    }

    /**
     * A generator that was lost in a load.
     *
     * @param generator its name
     * @param why it is no longer there
     */
    record Lost(String generator, Failure why) {}

    /** One load on all of them; closing it leaves what was not finished. Instants are of this machine's monotonic clock. */
    interface RemoteLoad extends OtherGenerators, LevelWatch.OtherParts, RecordedElsewhere, AutoCloseable {
        /** All begin then. */
        void startAt(long nanos);

        /** A warm-up that has ended is followed by another one. */
        void repeat(int window, long requests);

        /** Has all parts follow; the load fails if it is too late for one. */
        @Override
        void followWith(int window, List<Integer> users, Duration settle);

        /** Sets what is done when a part has ended before its plan; at once if one has already. */
        void onEarlyEnd(Runnable action);

        /** Ends all parts gracefully. */
        void stop();

        /** Ends all parts at once. */
        void abort();

        /** Why a part failed, or its generator was lost. */
        Optional<Failure> failure();

        /** Generators that were lost. */
        List<Lost> lost();

        /**
         * Waits for the end of all parts, for a short while if they should have ended. An interrupt ends them at once.
         *
         * @return what each has seen and judged; none of those that were lost
         */
        List<Part> finish();

        @Override
        void close();
    }

    /**
     * What a generator has measured.
     *
     * @param generator its name
     * @param run of one trial
     * @param agent what this process knows of it
     */
    record Part(String generator, RunResult run, GeneratorPart.Agent agent) {
        public Part {
            if (run.trials().size() != 1) {
                throw new IllegalArgumentException("generator " + generator + ": a part has one trial");
            }
        }

        TrialResult trial() {
            return run.trials().getFirst();
        }

        GeneratorPart began(Instant agreed) {
            return GeneratorPart.of(generator, run, trial()).began(agreed, agent);
        }
    }
}
