package dev.ralbench.process;

import java.util.Optional;
import java.util.OptionalInt;

/** A service that ralbench started, from its first moment on, ready or not. Safe for use by several threads. */
public interface StartedService extends AutoCloseable {
    /** The service's name, in words for people. */
    String title();

    /** The main process, as this machine numbers it, also if it runs in a container. */
    long pid();

    /** How it was started, as one would type it. */
    String commandLine();

    LogFile log();

    /** When it was started, by {@link dev.ralbench.Clock#nanoTime}. */
    long startNanos();

    /** Empty as long as it lives; -1 if it has ended with an unknown exit code. */
    OptionalInt exitCode();

    default boolean isAlive() {
        return exitCode().isEmpty();
    }

    /**
     * The program whose end ended the service, such as the engine of its container; empty while it lives, and if it
     * ended by itself. May take some seconds to find out.
     */
    default Optional<String> endedWith() {
        return Optional.empty();
    }

    /** Tells it to end, and returns at once: SIGTERM to everything that came of it. The caller closes it all the same. */
    void askToEnd();

    /**
     * Ends it and everything that came of it; does nothing when that has happened already.
     *
     * @throws dev.ralbench.Failure when something of it is left
     */
    @Override
    void close();
}
