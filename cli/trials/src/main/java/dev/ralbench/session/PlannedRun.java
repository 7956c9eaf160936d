package dev.ralbench.session;

import dev.ralbench.load.LoadPlan;
import dev.ralbench.placement.Placement;
import dev.ralbench.result.Design;
import dev.ralbench.scenario.ParsedScenario;
import dev.ralbench.scenario.ResolvedScenario;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.trial.BlockRule;
import dev.ralbench.trial.LoadPart;
import dev.ralbench.trial.Pace;
import dev.ralbench.trial.RemoteGenerators;
import dev.ralbench.trial.RemoteTargets;
import dev.ralbench.trial.RunPlan;
import dev.ralbench.trial.Schedule;
import java.time.Instant;
import java.util.Optional;

/**
 * A request that has been checked, with everything decided that can be before something is started: made by
 * {@link Session#plan(RunRequest)}. Immutable; each run of it has the same seed, and needs its {@link RunRequest#output} to be
 * free.
 *
 * @param source the scenario with its own variants
 * @param like its variant that is measured against itself, or else its first one
 * @param resolved the same with everything merged in
 * @param gate that defines the run, if one does
 * @param design how its trials are laid out
 * @param schedule the order of its trials
 * @param placement the CPUs of each role
 * @param pace known speeds of the targets
 * @param startUpCache whether services by jar start from what their JVM learned
 * @param rule whether to go on after each block
 * @param asked when the user asked for it; empty for when it begins
 * @param part of the load that is sent here, for a process that leads; empty for all of it
 * @param remote sends the load in place of this process; empty if this process does
 * @param targets targets and dependencies on another machine; empty if they are started and looked into here
 */
public record PlannedRun(
        RunRequest request,
        ParsedScenario source,
        String like,
        ResolvedScenario resolved,
        Optional<GatedRun> gate,
        Design design,
        Schedule schedule,
        Placement placement,
        Pace pace,
        boolean startUpCache,
        BlockRule rule,
        Optional<Instant> asked,
        Optional<LoadPart> part,
        Optional<RemoteGenerators> remote,
        Optional<RemoteTargets> targets) {

    public Scenario scenario() {
        return resolved.scenario();
    }

    /** The load on each target. */
    public LoadPlan load() {
        return RunPlan.load(scenario(), design);
    }

    /** After how many blocks it is probably decided. */
    public int usualBlocks() {
        return gate.map(GatedRun::usualBlocks).orElse(design.looks().getLast());
    }

    /** The user asked for it at this time, before it was planned. */
    public PlannedRun askedAt(Instant time) {
        return with(rule, Optional.of(time), part, remote, targets);
    }

    /** The watcher gets how far its gate is; nothing if it has none. */
    public PlannedRun watchedBy(GatedRun.Watcher watcher) {
        return with(gate.map(decides -> decides.rule(watcher)).orElse(rule), asked, part, remote, targets);
    }

    /** Of its load, laid out as the process that leads says, this process sends a part. */
    PlannedRun sending(LoadPart some, Design layout) {
        return with(layout, rule, asked, Optional.of(some), remote, targets);
    }

    /** Its load is sent by other machines. */
    public PlannedRun sentBy(RemoteGenerators generators) {
        return with(rule, asked, part, Optional.of(generators), targets);
    }

    /** Its targets and dependencies are on another machine; its request says so as well, {@link RunRequest#targetsElsewhere}. */
    public PlannedRun withTargetsOn(RemoteTargets machine) {
        return with(rule, asked, part, remote, Optional.of(machine));
    }

    private PlannedRun with(
            BlockRule enough,
            Optional<Instant> time,
            Optional<LoadPart> some,
            Optional<RemoteGenerators> others,
            Optional<RemoteTargets> machine) {
        return with(design, enough, time, some, others, machine);
    }

    private PlannedRun with(
            Design layout,
            BlockRule enough,
            Optional<Instant> time,
            Optional<LoadPart> some,
            Optional<RemoteGenerators> others,
            Optional<RemoteTargets> machine) {
        return new PlannedRun(
                request,
                source,
                like,
                resolved,
                gate,
                layout,
                schedule,
                placement,
                pace,
                startUpCache,
                enough,
                time,
                some,
                others,
                machine);
    }
}
