package dev.ralbench.session;

import dev.ralbench.Clock;
import dev.ralbench.cache.CacheParts;
import dev.ralbench.dependency.DependencyKinds;
import dev.ralbench.dependency.ServerEnvironments;
import dev.ralbench.dependency.kind.DependencyContext;
import dev.ralbench.dependency.kind.ServerFinder;
import dev.ralbench.dependency.kind.ServerSources;
import dev.ralbench.http.ControlClient;
import dev.ralbench.load.net.ResponseJudge;
import dev.ralbench.load.net.Transport;
import dev.ralbench.load.net.VertxSenderFactory;
import dev.ralbench.placement.OwnCpuPinning;
import dev.ralbench.placement.PlacedStarter;
import dev.ralbench.placement.Placement;
import dev.ralbench.placement.Role;
import dev.ralbench.process.Closings;
import dev.ralbench.process.Guard;
import dev.ralbench.process.Orphans;
import dev.ralbench.process.Owner;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.Rollback;
import dev.ralbench.process.RunDirectories;
import dev.ralbench.process.RunTag;
import dev.ralbench.process.ServiceStarter;
import dev.ralbench.process.UserCache;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.secret.Secrets;
import dev.ralbench.service.TargetCatalog;
import dev.ralbench.service.TargetLauncher;
import dev.ralbench.service.TargetPreparation;
import dev.ralbench.service.TargetPreparation.Npm;
import dev.ralbench.service.TargetProbes;
import dev.ralbench.trial.RunResources;
import dev.ralbench.trial.SingleRequests;
import dev.ralbench.trial.TargetDefinitions;
import dev.ralbench.trial.Targets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.function.Consumer;

/** Everything that starts something, put together for one scenario; nothing that was started outlives it. */
final class SessionResources implements AutoCloseable {
    private final Guard guard;
    private final ControlClient client;
    private final TargetProbes probes;
    private final List<ServiceStarter> starters;
    private final RunResources resources;
    private final OwnCpuPinning own;
    private final Thread cleanUp;

    private SessionResources(
            Guard guard,
            ControlClient client,
            TargetProbes probes,
            List<ServiceStarter> starters,
            RunResources resources,
            OwnCpuPinning own) {
        this.guard = guard;
        this.client = client;
        this.probes = probes;
        this.starters = List.copyOf(starters);
        this.resources = resources;
        this.own = own;
        this.cleanUp = new Thread(this::stopAll, "clean-up");
        Runtime.getRuntime().addShutdownHook(cleanUp);
    }

    /**
     * Chooses how things are started, and clears away what earlier runs left behind.
     *
     * @param sources the user's choice of servers
     * @param placement of the roles on the CPUs, of ralbench itself from now on until this is closed
     * @param isReachedFromElsewhere whether other machines load the targets
     * @param secrets that the scenario names
     * @param unmasked receives the choice with reason, and everything that takes more than a moment
     */
    static SessionResources open(
            Surroundings around,
            RuntimeMode mode,
            ServerSources sources,
            Placement placement,
            boolean isReachedFromElsewhere,
            Scenario scenario,
            Secrets secrets,
            Consumer<String> unmasked)
            throws InterruptedException {
        return open(
                around,
                sources,
                placement,
                isReachedFromElsewhere,
                scenario,
                secrets,
                unmasked,
                chooser -> chooser.choose(mode, scenario, sources));
    }

    /**
     * Likewise for a run whose targets and dependencies are on another machine: nothing of them is looked for here.
     *
     * @param placement of ralbench itself
     */
    static SessionResources openWithoutServices(
            Surroundings around, Placement placement, Scenario scenario, Secrets secrets, Consumer<String> unmasked)
            throws InterruptedException {
        return open(
                around, ServerSources.none(), placement, false, scenario, secrets, unmasked, RuntimeChooser::nothing);
    }

    @FunctionalInterface
    private interface Choice {
        RuntimeChooser.Chosen of(RuntimeChooser chooser) throws InterruptedException;
    }

    private static SessionResources open(
            Surroundings around,
            ServerSources sources,
            Placement placement,
            boolean isReachedFromElsewhere,
            Scenario scenario,
            Secrets secrets,
            Consumer<String> unmasked,
            Choice choice)
            throws InterruptedException {
        try (var undo = new Rollback()) {
            Consumer<String> notes = note -> unmasked.accept(secrets.masked(note));
            var proc = ProcFs.ofThisMachine();
            var runTag = new RunTag(Owner.self(proc));
            var guard = new Guard(runTag, proc);
            undo.later(guard::close);
            guard.begin();
            var cache = around.cache();
            var clock = around.clock();
            var directories = new RunDirectories(cache, runTag, guard);
            var definitions = around.definitions();
            var runtime = choice.of(new RuntimeChooser(
                    around.kinds(),
                    around.environment(),
                    definitions.programs(scenario),
                    proc,
                    directories,
                    runTag,
                    guard,
                    clock,
                    notes));
            clearAway(new Orphans(proc, clock), directories, proc, notes);
            var client = new ControlClient();
            undo.later(client::close);
            var probes = new TargetProbes(clock, directories);
            var means = new Means(cache, directories, client, secrets, clock, notes);
            var resources = new RunResources(
                    new RunResources.RuntimeFacts(runtime.targets().name(), runtime.facts()),
                    means.targets(
                            definitions,
                            PlacedStarter.of(runtime.targets().starter(), placement, Role.TARGET),
                            runtime.targets().npm(),
                            probes,
                            isReachedFromElsewhere),
                    means.environments(around.kinds(), runtime, placement, around.targets()),
                    sources,
                    secrets,
                    new SingleRequests(
                            client,
                            ResponseJudge.ofWholeResponses(),
                            new VertxSenderFactory(Transport.best(), 1, false, clock)),
                    placement);
            var own = OwnCpuPinning.take(placement, proc);
            client.beginWarmUp(); // after that, so that its threads are placed as all others
            undo.forget();
            var starters =
                    runtime.means().stream().map(RuntimeChooser.Means::starter).toList();
            return new SessionResources(guard, client, probes, starters, resources, own);
        } catch (RuntimeException e) {
            throw MaskedDefect.of(e, secrets);
        }
    }

    /** The means to start both targets and dependencies. */
    private record Means(
            UserCache cache,
            RunDirectories directories,
            ControlClient client,
            Secrets secrets,
            Clock clock,
            Consumer<String> notes) {

        Targets targets(
                TargetDefinitions definitions,
                ServiceStarter starter,
                Npm npm,
                TargetProbes probes,
                boolean isReachedFromElsewhere) {
            var launcher = new TargetLauncher(starter, client, clock, secrets).telling(notes);
            return new Targets(
                    definitions,
                    new TargetPreparation(starter, npm, cache, directories, clock, notes),
                    isReachedFromElsewhere ? launcher.reachedFromElsewhere() : launcher,
                    probes);
        }

        ServerEnvironments environments(
                DependencyKinds kinds, RuntimeChooser.Chosen runtime, Placement placement, TargetCatalog targets) {
            var parts = new CacheParts(cache, directories, notes);
            var contexts = new HashMap<String, DependencyContext>();
            runtime.ofOthers().ifPresent(others -> {
                var context = context(others, placement, parts, targets);
                runtime.others().forEach(name -> contexts.put(name, context));
            });
            return new ServerEnvironments(kinds, context(runtime.targets(), placement, parts, targets), contexts);
        }

        private DependencyContext context(
                RuntimeChooser.Means started, Placement placement, CacheParts parts, TargetCatalog targets) {
            var starter = PlacedStarter.of(started.starter(), placement, Role.DEPENDENCIES);
            var finder = new ServerFinder(started.programs(), parts, notes);
            var launcher = TargetLauncher.ofDependencies(starter, client, clock, secrets)
                    .telling(notes);
            return new DependencyContext(starter, finder, cache, parts, directories, clock, notes, targets, launcher);
        }
    }

    private static void clearAway(Orphans orphans, RunDirectories directories, ProcFs proc, Consumer<String> notes) {
        var ended = orphans.end();
        if (!ended.isEmpty()) {
            notes.accept("ended what an earlier run had left behind: process " + ended);
        }
        orphans.removeGroups();
        directories
                .removeOrphans(proc)
                .kept()
                .forEach((directory, why) ->
                        notes.accept("an earlier run left " + directory + ", which cannot be removed: " + why));
    }

    /** Has a directory deleted if ralbench is killed. */
    void guarded(Path directory) {
        guard.directory(directory);
    }

    RunResources resources() {
        return resources;
    }

    private void stopAll() {
        Closings.atOnce(
                starters.stream().map(starter -> (Runnable) starter::close).toList());
    }

    @Override
    public void close() {
        try {
            stopAll();
        } finally {
            probes.close();
            client.close();
            guard.close();
            own.close();
            removeCleanUp();
        }
    }

    private void removeCleanUp() {
        try {
            Runtime.getRuntime().removeShutdownHook(cleanUp);
        } catch (IllegalStateException e) {
            // The JVM is already going down, and the hook with it.
        }
    }
}
