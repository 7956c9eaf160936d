package dev.ralbench.docker;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.PullImageResultCallback;
import com.github.dockerjava.api.model.PullResponseItem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The fetching of one image, given up when nothing comes any more. */
final class Pull extends PullImageResultCallback {
    private static final Duration LONGEST_SILENCE = Duration.ofMinutes(1);

    private final AtomicInteger messages = new AtomicInteger();

    private Pull() {}

    static Pull start(DockerClient client, String name) {
        // The tag follows the last colon, unless that colon belongs to the registry's port.
        int colon = name.lastIndexOf(':');
        boolean hasTag = colon > name.lastIndexOf('/') && !name.contains("@");
        var command = client.pullImageCmd(hasTag ? name.substring(0, colon) : name);
        if (hasTag) {
            command.withTag(name.substring(colon + 1));
        } else if (!name.contains("@")) {
            command.withTag("latest"); // without a tag the engine would fetch all there are
        }
        return command.exec(new Pull());
    }

    /** @throws RuntimeException when it fails, or there is no progress */
    void await() throws InterruptedException {
        int seen;
        do {
            seen = messages.get();
            if (awaitCompletion(LONGEST_SILENCE.toSeconds(), TimeUnit.SECONDS)) {
                return;
            }
        } while (messages.get() != seen);
        throw new UncheckedIOException(new IOException("nothing came for " + LONGEST_SILENCE.toSeconds() + " s"));
    }

    @Override
    public void onNext(PullResponseItem item) {
        messages.incrementAndGet();
        super.onNext(item);
    }
}
