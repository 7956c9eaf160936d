package dev.ralbench.dependency.kind;

import dev.ralbench.process.DirectoryTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** A server that ralbench started on a directory of its own. */
public final class StartedServer implements RunningServer {
    private final String name;
    private final String product;
    private final String origin;
    private final Map<String, String> placeholders;
    private final ServerLauncher.Launched launched;
    private final CountsPoller questions;
    private final Path directory;

    public StartedServer(
            String name,
            String product,
            String origin,
            Map<String, String> placeholders,
            ServerLauncher.Launched launched,
            CountsPoller questions,
            Path directory) {
        this.name = name;
        this.product = product;
        this.origin = origin;
        this.placeholders = Map.copyOf(placeholders);
        this.launched = launched;
        this.questions = questions;
        this.directory = directory;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String product() {
        return product;
    }

    @Override
    public String origin() {
        return origin;
    }

    @Override
    public Map<String, String> placeholders() {
        return placeholders;
    }

    @Override
    public OptionalDouble startupSeconds() {
        return OptionalDouble.of(launched.startupSeconds());
    }

    @Override
    public Optional<ServedCounts> counts() {
        return questions.ask();
    }

    @Override
    public boolean isAlive() {
        return launched.service().isAlive();
    }

    @Override
    public Optional<String> endedWith() {
        return launched.service().endedWith();
    }

    @Override
    public OptionalLong pid() {
        return OptionalLong.of(launched.service().pid());
    }

    @Override
    public Optional<Path> log() {
        return Optional.of(launched.service().log().path());
    }

    @Override
    public String logTail() {
        return launched.service().log().ending();
    }

    @Override
    public void close() {
        questions.close();
        try {
            launched.service().close();
        } finally {
            delete(directory);
        }
    }

    public static void delete(Path directory) {
        try {
            DirectoryTree.delete(directory);
        } catch (IOException e) {
            // The guard deletes the rest when ralbench ends.
        }
    }
}
