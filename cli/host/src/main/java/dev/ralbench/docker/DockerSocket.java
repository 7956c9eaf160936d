package dev.ralbench.docker;

import dev.ralbench.Failure;
import java.nio.file.Path;
import java.util.Map;

/** The socket on which this machine's engine listens. */
record DockerSocket(Path path) {
    private static final String VARIABLE = "DOCKER_HOST";
    private static final String UNIX = "unix://";

    /**
     * As {@code DOCKER_HOST} says, else where Docker puts it.
     *
     * @throws Failure if it names an engine of another machine: services meet on the loopback interface
     */
    static DockerSocket of(Map<String, String> environment) {
        var host = environment.getOrDefault(VARIABLE, "");
        if (host.isBlank()) {
            return new DockerSocket(Path.of("/var/run/docker.sock"));
        }
        if (!host.startsWith(UNIX)) {
            throw Failure.environment(
                    VARIABLE + " names an engine that cannot be used: " + host,
                    "containers of a run meet ralbench on the loopback interface of this machine (host network), so the"
                            + " engine has to be a local one",
                    "unset " + VARIABLE
                            + ", point it at a socket (unix:///var/run/docker.sock), or use --runtime process");
        }
        return new DockerSocket(Path.of(host.substring(UNIX.length())));
    }

    String uri() {
        return UNIX + path;
    }
}
