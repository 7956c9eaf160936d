package dev.ralbench.docker;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.model.Frame;
import dev.ralbench.Failure;
import dev.ralbench.process.LogCut;
import dev.ralbench.process.ServiceSpec;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/**
 * Copies a container's output to a file, from its first line on, until it has ended. It attaches to the
 * container and does not follow the engine's log of it: when old engines replace a log file, they repeat lines or send
 * none any more.
 */
final class ContainerLog extends ResultCallback.Adapter<Frame> {
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final int BYTES_PER_LOOK = 1 << 20;

    private final OutputStream file;
    private final LogCut cut;
    /** Since the log was last looked at; used by the thread of the answer alone. */
    private int written;

    private final CompletableFuture<Boolean> attached = new CompletableFuture<>();
    private final CompletableFuture<Boolean> ended = new CompletableFuture<>();

    private ContainerLog(OutputStream file, LogCut cut) {
        this.file = file;
        this.cut = cut;
    }

    /** Opens a service's log only; its directory is made if absent. */
    static ContainerLog of(ServiceSpec spec) {
        var path = spec.log().path();
        try {
            var directory = path.toAbsolutePath().getParent();
            if (directory != null) {
                Files.createDirectories(directory);
            }
            return new ContainerLog(
                    Files.newOutputStream(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND),
                    new LogCut(path));
        } catch (IOException e) {
            throw Failure.environment(
                            spec.title() + " could not be started",
                            "its log " + path + " cannot be written: " + e.getMessage(),
                            "make room or give rights there")
                    .causedBy(e);
        }
    }

    /**
     * To be called before the container is started, because earlier output is not sent. Returns when the engine has agreed.
     *
     * @throws RuntimeException of the engine's client, when it does not
     */
    void attach(DockerClient client, String id) {
        client.attachContainerCmd(id)
                .withStdOut(true)
                .withStdErr(true)
                .withFollowStream(true)
                .exec(this);
        try {
            attached.join(); // the client's request has a time limit
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException reason ? reason : e;
        }
    }

    @Override
    public void onStart(Closeable stream) {
        super.onStart(stream);
        attached.complete(true);
    }

    @Override
    public void onNext(Frame frame) {
        try {
            file.write(frame.getPayload());
            written += frame.getPayload().length;
            if (written > BYTES_PER_LOOK) {
                written = 0;
                cut.holdToSize();
            }
        } catch (IOException e) {
            onError(e); // a full disk: the log ends here, the service goes on
        }
    }

    @Override
    public void onError(Throwable failure) {
        super.onError(failure);
        attached.completeExceptionally(failure);
        end();
    }

    @Override
    public void onComplete() {
        super.onComplete();
        end();
    }

    private void end() {
        ended.complete(true);
    }

    /** Waits until all of it is in the file; to be called when the container has ended. */
    void finish() {
        try {
            TimeLimit.await(PATIENCE, ended);
        } catch (ExecutionException | TimeoutException e) {
            // The engine does not confirm the end: the log so far has to do.
        }
    }

    /** Closes it, and ignores a failure to do so. */
    void stop() {
        try {
            close();
        } catch (IOException e) {
            // All that came was written at once.
        }
    }

    /** Stops copying, and closes the file. */
    @Override
    public void close() throws IOException {
        super.close();
        file.close();
    }
}
