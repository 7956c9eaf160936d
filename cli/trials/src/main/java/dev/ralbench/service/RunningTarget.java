package dev.ralbench.service;

import dev.ralbench.Failure;
import dev.ralbench.process.Completion;
import dev.ralbench.tls.TlsSettings;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** A started, ready service. {@code close()} stops it, if ralbench started it, and checks that it is gone. */
public interface RunningTarget extends AutoCloseable {
    /** Scheme, host and port. */
    URI baseUrl();

    /** The base URL as it may be printed and stored: with placeholders if the scenario has them. */
    default String shownUrl() {
        return baseUrl().toString();
    }

    /**
     * The address that connections lead to, the target's or its proxy's; empty to look it up.
     *
     * @param isByProxy whether requests go by a proxy
     */
    default Optional<InetAddress> address(boolean isByProxy) {
        return Optional.empty();
    }

    /** The demands on its certificate; present if it uses https. */
    Optional<TlsSettings> tls();

    /** The process, if there is one to look into. */
    OptionalLong pid();

    /** Seconds from the start of the process to the first successful response; empty if it ran already. */
    OptionalDouble startupSeconds();

    /** The command line as it was run; empty if it ran already. */
    Optional<String> commandLine();

    /** The file with its output; empty if it was running already. */
    Optional<Path> log();

    /** The page with the service's own counters; empty if it has none. */
    Optional<CountersPage> counters();

    /** Whether it can still answer: for a started process, whether it lives. */
    boolean isAlive();

    /**
     * Whether nothing takes its connections any more. Only of one that ran already: of a started one its process says so. To
     * be asked when requests fail, because it takes a connection.
     */
    default boolean refusesConnections() {
        return false;
    }

    /** See {@link dev.ralbench.process.StartedService#endedWith}. */
    default Optional<String> endedWith() {
        return Optional.empty();
    }

    /** Why nothing more is known of it: the machine that it is on cannot be asked any more. Empty while it can. */
    default Optional<Failure> lost() {
        return Optional.empty();
    }

    /**
     * Tells it to end and waits until it has, or for as long as the completion allows; does nothing if it ran already. The
     * caller closes it all the same.
     */
    default void end(Completion completion) throws InterruptedException {}

    /** The error that its output ends with, or else its last lines, for messages; empty if there are none. */
    String logTail();

    @Override
    void close();
}
