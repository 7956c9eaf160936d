package dev.ralbench.trial;

import dev.ralbench.Clock;
import dev.ralbench.dependency.kind.RunningServer;
import dev.ralbench.dependency.kind.ServedCounts;
import dev.ralbench.measurement.InsideView;
import dev.ralbench.measurement.PoolUse;
import dev.ralbench.result.TrialSetup.ServerResult;
import dev.ralbench.result.TrialSetup.StartUp;
import dev.ralbench.result.TrialSetup.TargetResult;
import dev.ralbench.service.CountersPage;
import dev.ralbench.service.ProbeGlance;
import dev.ralbench.service.ProbeSample;
import dev.ralbench.service.TargetProbe;
import dev.ralbench.trial.watch.TargetMachineMeter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A target of this machine that is up for a trial, whose load comes from another machine. Used by one thread; {@link #close}
 * may come from another one.
 */
public final class HostedTarget implements AutoCloseable {
    private final StartedTarget started;
    private final Facts facts;
    private final Optional<TargetMachineMeter> machine;

    /**
     * What a main has to know.
     *
     * @param target as the result records it, with paths of this machine
     * @param port that it listens on, if it was started for the trial
     * @param countersPath path of the page with its own counters, if it has one
     * @param isLookedInto whether there is a view into it
     * @param startUp how long the start took; the time since the start of the run is not known here
     */
    public record Facts(
            TargetResult target,
            List<ServerFacts> servers,
            Optional<Integer> port,
            Optional<String> countersPath,
            boolean isLookedInto,
            StartUp startUp) {
        public Facts {
            servers = List.copyOf(servers);
        }
    }

    /**
     * A dependency.
     *
     * @param result as the result records it, with paths of this machine
     * @param title its name for messages
     */
    public record ServerFacts(ServerResult result, String title) {}

    /**
     * This moment.
     *
     * @param isAlive whether the target can still answer
     * @param servers the same of each dependency, by name
     */
    public record Look(boolean isAlive, Map<String, Boolean> servers, ProbeGlance glance) {
        public Look {
            servers = Map.copyOf(servers);
        }
    }

    /**
     * How a target, or a dependency, ended.
     *
     * @param log the error that its output ends with, or else its last lines; empty if there are none
     * @param with the program whose end ended it, such as the engine of its container
     */
    public record Ending(String log, Optional<String> with) {}

    /** @param isElsewhere whether the load comes from another machine, so this one is watched */
    HostedTarget(StartedTarget started, TrialRecord trialRecord, StartUp startUp, boolean isElsewhere, Clock clock) {
        this.started = started;
        var target = started.target();
        this.facts = new Facts(
                trialRecord.target().orElseThrow(),
                servers(started.dependencies(), trialRecord.servers()),
                target.commandLine().map(line -> target.baseUrl().getPort()),
                target.counters().map(CountersPage::path),
                started.probe().isPresent(),
                startUp);
        this.machine = isElsewhere
                ? Optional.of(new TargetMachineMeter(
                        target.pid(), started.dependencies().pids(), clock))
                : Optional.empty();
    }

    private static List<ServerFacts> servers(TrialDependencies dependencies, List<ServerResult> results) {
        return results.stream()
                .map(result -> new ServerFacts(
                        result,
                        dependencies
                                .server(result.name())
                                .map(RunningServer::title)
                                .orElse(result.name())))
                .toList();
    }

    public Facts facts() {
        return facts;
    }

    /** {@link TargetProbe#pools}. */
    public Map<String, PoolUse> pools() {
        return started.probe().map(TargetProbe::pools).orElse(Map.of());
    }

    /** {@link TargetProbe#nextWindow}, with this machine if the load comes from another one. */
    public Optional<InsideView> nextWindow() {
        var ofMachine = machine.flatMap(TargetMachineMeter::nextWindow);
        return started.probe().flatMap(TargetProbe::nextWindow).map(seen -> seen.on(ofMachine));
    }

    /** {@link TargetProbe#ask}. */
    public void ask(boolean isFollowed) {
        started.probe().ifPresent(probe -> probe.ask(isFollowed));
    }

    /** {@link TargetProbe#poll}. */
    public Optional<ProbeSample> poll() {
        return started.probe().flatMap(TargetProbe::poll);
    }

    public Look look() {
        var alive = new LinkedHashMap<String, Boolean>();
        started.dependencies().environment().servers().forEach(server -> alive.put(server.name(), server.isAlive()));
        return new Look(
                started.target().isAlive(),
                alive,
                started.probe().map(TargetProbe::glance).orElse(ProbeGlance.NOTHING));
    }

    /** What a dependency has served so far; empty if it does not answer. */
    public Optional<ServedCounts> counts(String server) {
        return started.dependencies().server(server).flatMap(RunningServer::counts);
    }

    /** How the target ended; waits a few seconds for the reason. */
    public Ending ending() {
        return new Ending(started.target().logTail(), started.target().endedWith());
    }

    /** How a dependency ended; waits a few seconds for the reason. */
    public Ending ending(String server) {
        return started.dependencies()
                .server(server)
                .map(known -> new Ending(known.logTail(), known.endedWith()))
                .orElseGet(() -> new Ending("", Optional.empty()));
    }

    /** Ends all that was started for the trial. */
    @Override
    public void close() {
        started.close();
    }
}
