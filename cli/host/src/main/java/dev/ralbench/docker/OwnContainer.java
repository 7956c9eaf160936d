package dev.ralbench.docker;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.exception.NotFoundException;
import dev.ralbench.Failure;
import dev.ralbench.process.KernelFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The container that ralbench itself runs in, if it does. The engine knows only the machine's paths: a directory that
 * ralbench hands to another container has one there, too.
 *
 * @param places on the machine, by the directory in the container, as far as the engine says; empty outside of containers
 */
record OwnContainer(Optional<Map<Path, Path>> places) {
    private static final String HOST = "host";
    /** The engine puts some files of its own into each container, from a directory that is named after it. */
    private static final Pattern ID = Pattern.compile("/containers/([0-9a-f]{64})/");

    private static final Pattern MERGED = Pattern.compile("\"MergedDir\"\\s*:\\s*\"(/[^\"\\\\]+)\"");
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Path ROOT = Path.of("/");

    OwnContainer {
        places = places.map(Map::copyOf);
    }

    /**
     * Asks the engine.
     *
     * @param process files of this process, {@code /proc/self}
     * @throws Failure if the container has a network or process ids of its own: neither could ralbench reach what it starts,
     *     nor look into it
     */
    static OwnContainer of(DockerClient client, EngineSocket socket, KernelFiles process) {
        return process.find("mountinfo", ID)
                .flatMap(id -> inspected(client, id))
                .map(own -> of(own, ownFiles(socket, own.getId())))
                .orElseGet(() -> new OwnContainer(Optional.empty()));
    }

    /** Another engine's container, or one that only looks like it, is unknown to this one. */
    private static Optional<InspectContainerResponse> inspected(DockerClient client, String id) {
        try {
            return Optional.of(client.inspectContainerCmd(id).exec());
        } catch (NotFoundException e) {
            return Optional.empty();
        }
    }

    /** Where the engine keeps the container's own files, which the client leaves out; not every engine says so. */
    private static Optional<Path> ownFiles(EngineSocket socket, String id) {
        try {
            return Optional.of(MERGED.matcher(
                            socket.get("/containers/" + id + "/json", PATIENCE).body()))
                    .filter(Matcher::find)
                    .map(found -> Path.of(found.group(1)));
        } catch (IOException | TimeoutException e) {
            return Optional.empty();
        }
    }

    private static OwnContainer of(InspectContainerResponse own, Optional<Path> files) {
        var host = own.getHostConfig();
        if (!HOST.equals(host.getNetworkMode()) || !HOST.equals(host.getPidMode())) {
            throw Failure.environment(
                    "no containers can be started from within this container",
                    "it has a network or process ids of its own",
                    "start it with docker run --network host --pid host, or use --runtime process");
        }
        var places = new TreeMap<Path, Path>();
        files.ifPresent(merged -> places.put(ROOT, merged));
        for (var mount : own.getMounts()) {
            if (mount.getSource() != null && mount.getDestination() != null) {
                places.put(Path.of(mount.getDestination().getPath()), Path.of(mount.getSource()));
            }
        }
        return new OwnContainer(Optional.of(places));
    }

    /**
     * A path of this process as the engine has to know it.
     *
     * @param path absolute
     * @throws Failure if the engine does not say where the container's own files are
     */
    Path onMachine(Path path) {
        return places.map(known -> onMachine(path, known)).orElse(path);
    }

    private static Path onMachine(Path path, Map<Path, Path> places) {
        var directory = places.keySet().stream()
                .filter(path::startsWith)
                .max(Comparator.comparingInt(Path::getNameCount))
                .orElseThrow(() -> Failure.environment(
                        path + " cannot be given to a container that is started from within this one",
                        "the Docker engine does not say where it is on the machine",
                        "mount a directory of the machine there (docker run -v), or use --runtime process"));
        var place = places.getOrDefault(directory, directory);
        return place.resolve(directory.relativize(path));
    }
}
