package dev.ralbench.dependency.kind;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** A server that ran before ralbench did, and will afterwards. */
public record ExternalServer(
        String name, String product, String origin, Map<String, String> words, CountsPoller questions)
        implements RunningServer {
    @Override
    public OptionalDouble startupSeconds() {
        return OptionalDouble.empty();
    }

    @Override
    public Optional<ServedCounts> counts() {
        return questions.ask();
    }

    /** By what became of the last {@link #counts()}: to ask at each look would cost more than it tells. */
    @Override
    public boolean isAlive() {
        return questions.isAlive();
    }

    @Override
    public OptionalLong pid() {
        return OptionalLong.empty();
    }

    @Override
    public Optional<Path> log() {
        return Optional.empty();
    }

    @Override
    public String logTail() {
        return "";
    }

    @Override
    public void close() {
        questions.close();
    }

    /** Without the words, which hold the password. */
    @Override
    public String toString() {
        return name + ": " + product + ", " + origin;
    }
}
