package dev.ralbench.docker;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectContainerResponse.ContainerState;
import com.github.dockerjava.api.exception.NotFoundException;
import dev.ralbench.Failure;
import dev.ralbench.process.KernelFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeoutException;

/** The Docker engine of this machine, which answered when it was looked for. */
public final class DockerEngine {
    private static final Duration PING_LIMIT = Duration.ofSeconds(2);
    private static final int PING_OK = 200;

    private final DockerSocket socket;
    private final EnginePing ping;
    private final DockerClient client;
    private final OwnContainer own;

    private DockerEngine(DockerSocket socket, EnginePing ping) {
        this.socket = socket;
        this.ping = ping;
        this.client = LoopbackStrategy.client(socket, ping.apiVersion());
        this.own = OwnContainer.of(client, socket(), new KernelFiles(Path.of("/proc/self")));
    }

    /**
     * Looks for it, for three seconds at most.
     *
     * @param environment variables of ralbench itself: {@code DOCKER_HOST} may name another socket
     * @throws Failure with the reason in words when there is none, it does not answer, is not a local one, or cannot be used from
     *     within the container that ralbench runs in
     */
    public static DockerEngine find(Map<String, String> environment) {
        if (!System.getProperty("os.name", "").equals("Linux")) {
            throw Failure.environment(
                    "containers can be used on Linux only",
                    "elsewhere the engine runs in a virtual machine, whose loopback interface and processes are its own",
                    "use --runtime process");
        }
        var socket = DockerSocket.of(environment);
        return new DockerEngine(socket, EnginePing.of(socket));
    }

    /** Name and version, such as {@code Docker/28.2.2}. */
    public String version() {
        return ping.version();
    }

    /** Whether it is still there, asked now. */
    boolean isResponding() {
        try {
            return socket().get("/_ping", PING_LIMIT).status() == PING_OK;
        } catch (IOException | TimeoutException e) {
            return false;
        }
    }

    /** A path of this process as the engine has to know it: another one if ralbench runs in a container. */
    Path onMachine(Path path) {
        return own.onMachine(path);
    }

    DockerClient client() {
        return client;
    }

    /** Whether a container runs as far as the engine knows, which learns of its end a little later than the kernel. */
    boolean isRunning(String id) {
        return Boolean.TRUE.equals(state(id).getRunning());
    }

    ContainerState state(String id) {
        return client.inspectContainerCmd(id).exec().getState();
    }

    /** Removes a container with its volumes; does nothing if it is gone already. */
    void removeContainer(String id) {
        try {
            client.removeContainerCmd(id)
                    .withForce(true)
                    .withRemoveVolumes(true)
                    .exec();
        } catch (NotFoundException e) {
            // It is gone already.
        }
    }

    EngineSocket socket() {
        return new EngineSocket(socket.path());
    }
}
