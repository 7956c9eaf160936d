package dev.ralbench.trial;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.scenario.Variant;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Targets on this machine whose loads come from another one: prepared once, started for each trial. */
public final class HostedTargets {
    private final RunResources resources;
    private final Scenario scenario;
    private final RunNames names;
    private final Clock clock;
    private final HostedTargetsFacts facts;
    private final Optional<LocalTargets> targets;

    private HostedTargets(
            RunResources resources,
            Scenario scenario,
            RunNames names,
            Clock clock,
            HostedTargetsFacts facts,
            Optional<LocalTargets> targets) {
        this.resources = resources;
        this.scenario = scenario;
        this.names = names;
        this.clock = clock;
        this.facts = facts;
        this.targets = targets;
    }

    /**
     * Does everything that is done once, before the first trial.
     *
     * @param names of the logs
     * @param isElsewhere whether the load comes from another machine
     * @throws Failure when something is wrong that shows before the first trial
     */
    public static HostedTargets prepare(
            RunResources resources, Scenario scenario, RunNames names, Clock clock, boolean isElsewhere)
            throws InterruptedException {
        resources.targets().check(scenario);
        var skipped = resources.targets().skipped(scenario).reasons();
        var left = scenario.without(skipped.keySet());
        var software = new TreeMap<>(resources.runtime().facts());
        var calibrated = new LinkedHashMap<String, String>();
        var targets = Optional.<LocalTargets>empty();
        if (!left.variants().isEmpty()) {
            var prepared = PreparedRunTargets.prepare(resources, left, note -> {});
            software.putAll(prepared.software());
            calibrated.putAll(prepared.environment().calibrated());
            targets = Optional.of(new LocalTargets(
                    resources,
                    prepared.environment(),
                    prepared.targets(),
                    names,
                    path -> path.toAbsolutePath().toString()));
        }
        var machine = HostFacts.here().fingerprint(resources.runtime().name(), Map.of());
        return new HostedTargets(
                resources,
                left,
                names,
                clock,
                new HostedTargetsFacts(
                        skipped,
                        software,
                        calibrated,
                        machine,
                        resources.placement().cores(),
                        isElsewhere),
                targets);
    }

    public HostedTargetsFacts facts() {
        return facts;
    }

    /**
     * Starts what a trial needs.
     *
     * @param variant its name
     * @param block from 1
     * @param slot place in the block, from 1
     * @param attempt from 1
     * @throws Failure when something cannot be started; then nothing is left running
     * @throws InterruptedException when interrupted; then nothing is left running either
     */
    public HostedTarget start(String variant, int block, int slot, int attempt) throws InterruptedException {
        var trial = new Trial(variant(variant), block, slot, attempt);
        var trialRecord = new TrialRecord(clock.now(), Optional.empty(), resources.secrets());
        var times = new StartTimes(clock, Instant.EPOCH);
        try {
            var started = targets.orElseThrow().start(trial, trialRecord, times);
            return new HostedTarget(started, trialRecord, times.startUp(), facts.isElsewhere(), clock);
        } catch (Failure failure) {
            throw resources.secrets().masked(failure); // the last lines of a service's output may be in it
        }
    }

    private Variant variant(String name) {
        return scenario.variants().stream()
                .filter(variant -> variant.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no variant " + name));
    }

    /** Gives the names of logs back if there are none. */
    public void release() {
        RunNames.release(names.logDirectory());
    }
}
