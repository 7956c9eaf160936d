package dev.ralbench.docker;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.AccessMode;
import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.LogConfig;
import com.github.dockerjava.api.model.Ulimit;
import com.github.dockerjava.api.model.Volume;
import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.process.Guard;
import dev.ralbench.process.RunTag;
import dev.ralbench.process.ServiceSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.startupcheck.StartupCheckStrategy;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;

/**
 * A container that is as much like a process of this machine as it can be: its network, its user, its paths, its
 * limits. It still differs in its root file system, its process ids and its scheduling group.
 */
final class HostContainer extends GenericContainer<HostContainer> {
    static final String OWNER_LABEL = "ralbench.owner";
    static final String SERVICE_LABEL = "ralbench.service";
    /** A JVM publishes its counters only under a user that has a name. */
    private static final Path USERS = Path.of("/etc/passwd");

    /**
     * The engine's own log, for {@code docker logs}: of the one kind that every engine can read again, and with a limit, as
     * ralbench's copy has. The second file keeps earlier lines when the engine replaces the first.
     */
    private static final LogConfig LOG =
            new LogConfig(LogConfig.LoggingType.JSON_FILE, Map.of("max-size", "16m", "max-file", "2"));

    private final DockerEngine engine;
    private final ServiceSpec spec;
    private final DockerImage image;
    private final OwnRights rights;
    private final Guard guard;
    private final ContainerLog log;
    private final Clock clock;
    private volatile @Nullable String id;
    private volatile boolean isAbandoned;
    private boolean isRemoved; // guarded by this
    private long startNanos;

    /** Makes nothing yet. */
    HostContainer(
            DockerEngine engine,
            ServiceSpec spec,
            DockerImage image,
            OwnRights rights,
            RunTag runTag,
            String name,
            Guard guard,
            ContainerLog log,
            Clock clock) {
        super(image.name());
        // Images fetches it, once and with a message; Testcontainers would retry for two minutes.
        withImagePullPolicy(anyImage -> false);
        this.spec = spec;
        this.image = image;
        this.rights = rights;
        this.guard = guard;
        this.log = log;
        this.clock = clock;
        this.engine = engine;
        dockerClient = engine.client();
        withEnv(spec.environment());
        withEnv(RunTag.VARIABLE, name);
        withNetworkMode("host");
        if (spec.image().isEmpty()) {
            withWorkingDirectory("/"); // an own image has one of its own, which its program may rely on
        }
        withStartupCheckStrategy(new AtOnce());
        waitingFor(new NoWait());
        var labels = new FinalLabels(Map.of(OWNER_LABEL, runTag.owner().toString(), SERVICE_LABEL, name));
        withCreateContainerCmdModifier(
                command -> complete(command.withLabels(labels).withName("ralbench-" + name)));
    }

    /** Settings that Testcontainers has no methods for. */
    private void complete(CreateContainerCmd command) {
        var arguments = spec.arguments();
        long openFiles = ContainerLimits.openFiles(spec.limits(), rights);
        var ulimits = new Ulimit[] {new Ulimit("nofile", openFiles, openFiles)};
        command.withImage(image.id()) // the very one that the result names, whatever the tag says by now
                .withUser(rights.user());
        if (spec.image().isEmpty()) {
            command.withEntrypoint(arguments.getFirst()).withCmd(arguments.subList(1, arguments.size()));
        } else if (!arguments.isEmpty()) {
            command.withCmd(arguments);
        }
        var host = Objects.requireNonNullElseGet(command.getHostConfig(), HostConfig::new)
                .withUlimits(ulimits)
                .withLogConfig(LOG)
                .withBinds(binds());
        ContainerLimits.apply(spec.limits(), host);
        spec.cpus().ifPresent(cpus -> host.withCpusetCpus(cpus.toString()));
    }

    private List<Bind> binds() {
        var binds = new ArrayList<Bind>();
        if (Files.isReadable(USERS)) {
            binds.add(bind(ServiceSpec.Directory.readOnly(USERS)));
        }
        for (var directory : spec.directories()) {
            binds.add(bind(directory));
        }
        return binds;
    }

    private Bind bind(ServiceSpec.Directory directory) {
        return new Bind(
                engine.onMachine(directory.path()).toString(),
                new Volume(directory.inside().toString()),
                directory.isWritable() ? AccessMode.rw : AccessMode.ro);
    }

    /** Called between its making, which is not part of a service's start, and its start. */
    @Override
    protected void containerIsCreated(String created) {
        id = created;
        guard.container(created);
        log.attach(dockerClient, created);
        startNanos = clock.nanoTime();
    }

    long startNanos() {
        return startNanos;
    }

    /** Starts it, and removes it again if the caller gave up waiting meanwhile. */
    void startUnlessAbandoned() {
        try {
            start();
        } finally {
            if (isAbandoned) {
                stop();
            }
        }
    }

    /**
     * Gives up waiting for it, and removes it. An engine that is slow may make or start it later, and
     * then it is removed by the thread that starts it. May be called again.
     */
    void abandon() {
        isAbandoned = true;
        remove();
    }

    /** Called by Testcontainers when a start fails, whose reason must not be replaced; its own way goes by its reaper. */
    @Override
    public void stop() {
        try {
            remove();
        } catch (RuntimeException e) {
            // Tried again by abandon().
        }
    }

    private synchronized void remove() {
        var made = id;
        if (isRemoved || made == null) {
            return;
        }
        try {
            dockerClient
                    .removeContainerCmd(made)
                    .withForce(true)
                    .withRemoveVolumes(true)
                    .exec();
        } catch (NotFoundException e) {
            // Removed by another process before.
        } catch (RuntimeException e) {
            throw Failure.environment(
                            "the container of " + spec.title() + ", which was not started, could not be removed",
                            EngineFailure.reason(e),
                            "docker rm --force --volumes " + made.substring(0, 12) + " once the engine answers")
                    .causedBy(e);
        }
        isRemoved = true;
    }

    /**
     * Keeps out the labels by which a shutdown hook of Testcontainers finds containers. It would kill them while ralbench
     * ends them gently.
     */
    private static final class FinalLabels extends HashMap<String, String> {
        FinalLabels(Map<String, String> labels) {
            labels.forEach(this::put);
        }

        @Override
        public void putAll(Map<? extends String, ? extends String> more) {}
    }

    /** ralbench checks readiness elsewhere, every few milliseconds instead of once a second. */
    private static final class NoWait extends AbstractWaitStrategy {
        @Override
        protected void waitUntilReady() {}
    }

    /** A service that dies at once has been started nevertheless. */
    private static final class AtOnce extends StartupCheckStrategy {
        @Override
        public boolean waitUntilStartupSuccessful(DockerClient client, String id) {
            return true;
        }

        @Override
        public StartupStatus checkStartupState(DockerClient client, String id) {
            return StartupStatus.SUCCESSFUL;
        }
    }
}
