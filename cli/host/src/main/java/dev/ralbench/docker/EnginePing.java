package dev.ralbench.docker;

import dev.ralbench.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/**
 * An engine's reply to a ping.
 *
 * @param version such as {@code Docker/20.10.24}
 * @param apiVersion the newest that both the engine and the client speak
 */
record EnginePing(String version, String apiVersion) {
    private static final Duration LIMIT = Duration.ofSeconds(3);
    /** The newest that the client knows; engines from 29 on no longer speak much older ones. */
    private static final int NEWEST_MINOR = 44;

    /** @throws Failure with the reason why there is no engine to work with */
    static EnginePing of(DockerSocket socket) {
        var path = socket.path();
        if (!Files.exists(path)) {
            throw failure("there is no socket " + path, "install and start Docker (apt install docker.io)");
        }
        if (!Files.isWritable(path)) {
            throw failure(
                    "this user may not use the socket " + path, "join its group (usermod -aG docker USER, new login)");
        }
        try {
            return parse(socket, new EngineSocket(path).get("/_ping", LIMIT));
        } catch (TimeoutException e) {
            throw failure(
                            "it does not answer at " + path + " within " + LIMIT.toSeconds() + " s",
                            "look at its log and restart it")
                    .causedBy(e);
        } catch (IOException e) {
            throw failure(
                            "no engine answers at " + path + " (" + e.getMessage() + ")",
                            "start it (systemctl start docker)")
                    .causedBy(e);
        }
    }

    private static EnginePing parse(DockerSocket socket, EngineSocket.EngineResponse response) {
        var api = response.header("Api-Version").orElse("");
        if (response.status() != 200 || !api.matches("1\\.\\d{1,4}")) {
            throw failure(
                    "what answers at " + socket.path() + " is no Docker engine", "point DOCKER_HOST at an engine");
        }
        int minor = Math.min(NEWEST_MINOR, Integer.parseInt(api.substring(2)));
        var server = response.header("Server").orElse("unknown").split(" ", 2)[0];
        return new EnginePing(server, "1." + minor);
    }

    private static Failure failure(String why, String fix) {
        return Failure.environment("no Docker engine can be used", why, fix + ", or use --runtime process");
    }
}
