package dev.ralbench.docker;

import com.github.dockerjava.transport.DockerHttpClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.testcontainers.DockerClientFactory;

/**
 * Every question to the engine has a time limit: the socket of an engine that hangs takes requests all the same, and the
 * transport would wait for ever. The output of a container that is attached to has none, but the answer that begins it.
 */
final class TimedHttpClient implements DockerHttpClient {
    private static final Duration LIMIT = Duration.ofSeconds(5);
    /** Layers are prepared and namespaces are made, on a machine that may be busy. */
    private static final Duration LIMIT_OF_A_START = Duration.ofSeconds(30);
    /** The header comes with the registry's first response. */
    private static final Duration LIMIT_OF_A_PULL = Duration.ofSeconds(8);

    /** Once it has not answered, it is only asked whether it does again: a run that ends asks it many things. */
    private static final Duration LIMIT_OF_A_HANGING_ENGINE = Duration.ofSeconds(2);

    private final DockerHttpClient transport;
    private volatile boolean hangs;

    TimedHttpClient(DockerHttpClient transport) {
        this.transport = transport;
    }

    @Override
    public Response execute(Request request) {
        var limit = hangs ? LIMIT_OF_A_HANGING_ENGINE : limit(request.path());
        try {
            var response = TimeLimit.call(limit, "docker " + request.path(), () -> transport.execute(request));
            hangs = false;
            return response;
        } catch (TimeoutException e) {
            hangs = true;
            keepQuietAtExit();
            throw new UncheckedIOException(
                    new IOException("the Docker engine did not answer within " + limit.toSeconds() + " s", e));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    private static Duration limit(String path) {
        if (path.contains("/containers/create") || path.endsWith("/start")) {
            return LIMIT_OF_A_START;
        }
        return path.contains("/images/create") ? LIMIT_OF_A_PULL : LIMIT;
    }

    /** Testcontainers asks the engine once more in a shutdown hook; its stack trace would tell the user nothing new. */
    private static void keepQuietAtExit() {
        if (DockerClientFactory.TESTCONTAINERS_THREAD_GROUP.equals(
                Thread.currentThread().getThreadGroup())) {
            Thread.currentThread().setUncaughtExceptionHandler((thread, failure) -> {});
        }
    }

    @Override
    public void close() throws IOException {
        transport.close();
    }
}
