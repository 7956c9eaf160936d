package dev.ralbench.dependency;

import dev.ralbench.Clock;
import dev.ralbench.cache.CacheParts;
import dev.ralbench.dependency.kind.DependencyContext;
import dev.ralbench.dependency.kind.ServerFinder;
import dev.ralbench.dependency.kind.ServerKind;
import dev.ralbench.docker.DockerEngine;
import dev.ralbench.docker.DockerStarter;
import dev.ralbench.docker.Images;
import dev.ralbench.http.ControlClient;
import dev.ralbench.process.Guard;
import dev.ralbench.process.Owner;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.ProcessStarter;
import dev.ralbench.process.Program;
import dev.ralbench.process.RunDirectories;
import dev.ralbench.process.RunTag;
import dev.ralbench.process.SearchPath;
import dev.ralbench.process.ServiceStarter;
import dev.ralbench.process.UserCache;
import dev.ralbench.secret.Secrets;
import dev.ralbench.service.TargetCatalog;
import dev.ralbench.service.TargetLauncher;
import dev.ralbench.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What makes real servers, and what was told while they were made. */
public final class RunSession implements AutoCloseable {
    /** One for all, as two in one process would mark different things alike. */
    private static final RunTag RUN_TAG = new RunTag(Owner.self(ProcFs.ofThisMachine()));

    public final List<String> notes = Collections.synchronizedList(new ArrayList<>());
    public final ServerEnvironments environments;
    private final UserCache cache;
    private final ServiceStarter starter;
    private final ControlClient client = new ControlClient();
    private final Guard guard;

    private RunSession(
            DependencyKinds kinds,
            UserCache cache,
            StarterMaker starters,
            ServerFinder.Programs programs,
            Secrets secrets) {
        this.cache = cache;
        this.guard = new Guard(RUN_TAG, ProcFs.ofThisMachine());
        var directories = new RunDirectories(cache, RUN_TAG, guard);
        this.starter = starters.make(directories, guard);
        var parts = new CacheParts(cache, directories, notes::add);
        this.environments = new ServerEnvironments(
                kinds,
                new DependencyContext(
                        starter,
                        new ServerFinder(programs, parts, notes::add),
                        cache,
                        parts,
                        directories,
                        Clock.system(),
                        notes::add,
                        new TargetCatalog(Repository.ROOT),
                        TargetLauncher.ofDependencies(starter, client, Clock.system(), secrets)));
    }

    private interface StarterMaker {
        ServiceStarter make(RunDirectories directories, Guard guard);
    }

    public static RunSession processes(DependencyKinds kinds, UserCache cache) {
        return processes(kinds, cache, Secrets.none());
    }

    public static RunSession processes(DependencyKinds kinds, UserCache cache, Secrets secrets) {
        return new RunSession(
                kinds,
                cache,
                (directories, guard) ->
                        new ProcessStarter(Map.of(Program.JAVA, java()), directories, RUN_TAG, guard, Clock.system()),
                new ServerFinder.OnThisMachine(SearchPath.ofThisProcess()),
                secrets);
    }

    private static Path java() {
        return Path.of(System.getProperty("java.home", ""), "bin", "java");
    }

    public static RunSession containers(DependencyKinds kinds, UserCache cache) throws InterruptedException {
        var engine = DockerEngine.find(System.getenv());
        var images = new Images(engine, System.getenv(), note -> {})
                .provide(kinds.servers().stream()
                        .filter(kind -> kind.standIn().isEmpty())
                        .map(ServerKind::program)
                        .toList());
        var names = new HashMap<Program, String>();
        images.forEach((program, image) -> names.put(program, image.name()));
        return new RunSession(
                kinds,
                cache,
                (directories, guard) -> new DockerStarter(engine, images, RUN_TAG, guard, Clock.system()),
                new ServerFinder.InImages(names),
                Secrets.none());
    }

    /** Directories of this run that are still there, but for the one of temporary files, which goes with the run. */
    public List<String> runDirectories() throws IOException {
        try (var directories = Files.list(cache.directory("runs"))) {
            return directories
                    .map(directory -> String.valueOf(directory.getFileName()))
                    .filter(name -> name.startsWith(RUN_TAG.owner().toString()) && !name.endsWith("-tmp"))
                    .toList();
        }
    }

    /** Not the guard, which ends last. */
    public static boolean isServer(ProcessHandle process) {
        return process.isAlive()
                && process.info()
                        .command()
                        .filter(program -> program.contains("it-cache"))
                        .isPresent();
    }

    @Override
    public void close() {
        starter.close();
        client.close();
        guard.close();
    }
}
