package dev.ralbench.trial;

import dev.ralbench.Failure;
import dev.ralbench.dependency.kind.ServedCounts;
import dev.ralbench.scenario.CarriedScenario;
import dev.ralbench.service.TargetProbe;
import java.util.Map;
import java.util.Optional;

/** The targets of a run, and their dependencies, on another machine: {@link HostedTargets} there. */
public interface RemoteTargets {
    /** That machine, in messages. */
    String name();

    /** Whether it is not this machine: then targets leave all CPUs here to the generator. */
    boolean areElsewhere();

    /** Name or address by which that machine is reached, as in URLs. */
    String host();

    /**
     * Has everything done that is done once, before the first trial.
     *
     * @throws Failure if something is wrong that shows before it
     */
    HostedTargetsFacts prepare(Task task) throws InterruptedException;

    /**
     * Has all started that a trial needs.
     *
     * @throws Failure when something cannot be started; then nothing is left running there
     */
    RemoteStart start(Trial trial) throws InterruptedException;

    /**
     * What is to be prepared.
     *
     * @param environment the variables that the scenario names; holds secrets
     * @param runtime {@code auto}, {@code process} or {@code docker}, if the user has chosen
     * @param isLoadElsewhere whether the load comes from other machines than this one
     */
    record Task(
            CarriedScenario scenario,
            Map<String, String> environment,
            Optional<String> runtime,
            boolean isLoadElsewhere) {
        public Task {
            environment = Map.copyOf(environment);
        }

        /** Without its secrets. */
        @Override
        public String toString() {
            return "targets of " + scenario.text().lines().findFirst().orElse("a scenario");
        }
    }

    /** What is up there for a trial. {@link #close} ends all of it. */
    interface RemoteStart extends AutoCloseable {
        HostedTarget.Facts facts();

        /** The view into the target; of use if the facts say that there is one. */
        TargetProbe probe();

        /** {@link HostedTarget#look} as of the last answer; asks for the next one, and does not wait. */
        HostedTarget.Look look();

        /** {@link HostedTarget#counts}; empty as well if that machine is lost. */
        Optional<ServedCounts> counts(String server);

        /** {@link HostedTarget#ending()}. */
        HostedTarget.Ending ending();

        /** {@link HostedTarget#ending(String)}. */
        HostedTarget.Ending ending(String server);

        /** Why that machine cannot be asked any more. */
        Optional<Failure> lost();

        @Override
        void close();
    }
}
