package dev.ralbench.dependency.kind;

import dev.ralbench.Failure;
import dev.ralbench.process.LogFile;
import dev.ralbench.process.Rollback;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * A server that each trial starts afresh, in a directory of its own.
 *
 * @param origin how it comes to be here, in a few words
 * @param calibrated the measurement that chose its data, in words; empty if none
 */
public record PreparedFreshServer(
        String name,
        Product product,
        String origin,
        Optional<String> calibrated,
        Beginning beginning,
        DependencyContext context)
        implements PreparedServer {

    /** Without a calibration. */
    public PreparedFreshServer(
            String name, Product product, String origin, Beginning beginning, DependencyContext context) {
        this(name, product, origin, Optional.empty(), beginning, context);
    }

    /** Prepares each start. */
    @FunctionalInterface
    public interface Beginning {
        /**
         * Fills the directory.
         *
         * @param root where nothing is yet
         * @param log for the server's output
         */
        Begun in(Path root, LogFile log) throws IOException;
    }

    /**
     * A start that is ready.
     *
     * @param end makes a server that answers usable
     */
    public record Begun(ServerLauncher.Recipe recipe, Function<ServerLauncher.Launched, Usable> end) {}

    /**
     * How a server that is ready for targets is reached.
     *
     * @param placeholders the placeholders' values
     * @param counter asks for its counts
     */
    public record Usable(Map<String, String> placeholders, Counter counter) {
        public Usable {
            placeholders = Collections.unmodifiableMap(new LinkedHashMap<>(placeholders));
        }
    }

    @Override
    public Optional<String> software() {
        return Optional.of(product + ", " + origin);
    }

    @Override
    public RunningServer start(Path logDirectory, String prefix, Map<String, String> ofOthers)
            throws InterruptedException {
        var root = context.runDirectories().make(name);
        try (var undo = new Rollback()) {
            undo.later(() -> DataDirectory.delete(root));
            var begun = beginning.in(root, new LogFile(logDirectory.resolve(prefix + "-" + name + ".log")));
            var launched = context.servers().launch(begun.recipe());
            undo.later(launched.service()::close);
            var usable = begun.end().apply(launched);
            var questions = CountsPoller.begin(name, usable.counter(), BackgroundTraffic.NOTHING, context.clock());
            var server =
                    new Started(name, product.toString(), origin, usable.placeholders(), launched, questions, root);
            undo.forget();
            return server;
        } catch (IOException e) {
            throw Failure.environment(
                            "the data for " + product + " cannot be restored",
                            String.valueOf(e),
                            "make room in " + context.cache().root())
                    .causedBy(e);
        }
    }

    /** The server on a directory of its own. */
    private record Started(
            String name,
            String product,
            String origin,
            Map<String, String> placeholders,
            ServerLauncher.Launched launched,
            CountsPoller questions,
            Path directory)
            implements RunningServer {
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
                DataDirectory.delete(directory);
            }
        }

        /** Without the placeholders' values, which hold the password. */
        @Override
        public String toString() {
            return name + ": " + product + ", " + origin;
        }
    }
}
