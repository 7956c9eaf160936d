package dev.ralbench.dependency.kind;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A server that is found, with data that is ready: it can be started again and again. */
public interface PreparedServer {
    /** The dependency's name. */
    String name();

    /** Product, version and origin; empty for a part of ralbench, whose version the result has already. */
    Optional<String> software();

    /** The dependencies whose placeholders it uses, by name: they have to run before it is started. */
    default Set<String> uses() {
        return Set.of();
    }

    /** The measurement that chose its data, in words; empty if none. */
    default Optional<String> calibrated() {
        return Optional.empty();
    }

    /**
     * Starts it, or reaches it if it runs already.
     *
     * @param placeholders the placeholders' values of those that it uses
     * @throws dev.ralbench.Failure when it cannot be used; then it is not left running
     */
    RunningServer start(Path logDirectory, String prefix, Map<String, String> placeholders) throws InterruptedException;
}
