package dev.ralbench.docker;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.ResourceLimits;
import dev.ralbench.process.Closings;
import dev.ralbench.process.Guard;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.Program;
import dev.ralbench.process.RunTag;
import dev.ralbench.process.ServiceSpec;
import dev.ralbench.process.ServiceStarter;
import dev.ralbench.process.StartedService;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Starts services as containers of the local engine, on the host network. */
public final class DockerStarter implements ServiceStarter {
    private final DockerEngine engine;
    private final Map<Program, DockerImage> images;
    private final Map<String, DockerImage> ownImages;
    private final Map<Program, Failure> missing;
    private final RunTag runTag;
    private final Guard guard;
    private final Clock clock;
    private final ProcFs proc = ProcFs.ofThisMachine();
    private final OwnRights rights = OwnRights.of(proc);
    private final Set<StartedContainer> running = ConcurrentHashMap.newKeySet();
    /** Containers whose start did not succeed, by name: a slow engine may run them all the same. */
    private final Map<String, HostContainer> unfinished = new ConcurrentHashMap<>();

    private volatile boolean isClosed;

    /** Without images of one's own. */
    public DockerStarter(
            DockerEngine engine, Map<Program, DockerImage> images, RunTag runTag, Guard guard, Clock clock) {
        this(engine, images, Map.of(), Map.of(), runTag, guard, clock);
    }

    /**
     * @param images of the programs that services need, from {@link Images#provide}
     * @param ownImages those that services name themselves, from {@link Images#own}
     * @param missing programs that there is no image of, and how to get one
     */
    public DockerStarter(
            DockerEngine engine,
            Map<Program, DockerImage> images,
            Map<String, DockerImage> ownImages,
            Map<Program, Failure> missing,
            RunTag runTag,
            Guard guard,
            Clock clock) {
        this.engine = engine;
        this.images = Map.copyOf(images);
        this.ownImages = Map.copyOf(ownImages);
        this.missing = Map.copyOf(missing);
        this.runTag = runTag;
        this.guard = guard;
        this.clock = clock;
    }

    @Override
    public String executable(Program program) {
        if (program.equals(Program.JAVA) || program.equals(Program.NODE)) {
            return program.name();
        }
        throw new Failure(
                FailureKind.DEFECT, "what a server's program is called depends on its image: " + program, "", "");
    }

    @Override
    public Optional<Failure> obstacle(Program program) {
        return Optional.ofNullable(missing.get(program));
    }

    @Override
    public String identity(Program program) {
        return image(program).id();
    }

    @Override
    public Map<String, String> imageFacts(String image) {
        return provided(ownImages, image).facts();
    }

    private DockerImage image(Program program) {
        return provided(images, program);
    }

    private static <K> DockerImage provided(Map<K, DockerImage> images, K key) {
        var image = images.get(key);
        if (image == null) {
            throw new Failure(FailureKind.DEFECT, "no image was provided for " + key, "", "");
        }
        return image;
    }

    @Override
    public void check(ResourceLimits limits) {
        ContainerLimits.check(limits, engine.socket());
    }

    @Override
    public StartedService start(ServiceSpec spec) {
        var image = spec.image().map(name -> provided(ownImages, name)).orElseGet(() -> image(spec.program()));
        var name = runTag.next();
        var log = ContainerLog.of(spec);
        var container = new HostContainer(engine, spec, image, rights, runTag, name, guard, log, clock);
        unfinished.put(name, container);
        var started = new ContainerStart(
                        spec, DockerRunCommand.of(spec, image, rights), engine, container, log, proc, clock)
                .start(running::remove);
        running.add(started);
        unfinished.remove(name);
        guard.process(started.pid());
        if (isClosed) {
            started.close(); // close() may have begun meanwhile, and must not miss it
        }
        return started;
    }

    @Override
    public boolean isClosed() {
        return isClosed;
    }

    @Override
    public void close() {
        isClosed = true;
        var closings = new ArrayList<Runnable>();
        running.forEach(container -> closings.add(container::close));
        unfinished.values().forEach(container -> closings.add(container::abandon));
        Closings.atOnce(closings);
    }
}
