package dev.ralbench.process;

import dev.ralbench.Failure;
import dev.ralbench.ResourceLimits;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Starts services, all of them in the same way, and keeps track of them: {@link #close} stops all of it, and may be
 * called by a shutdown hook while another thread is in {@link #start}.
 */
public interface ServiceStarter extends AutoCloseable {
    /** How a program is called where the services run: a path of this machine, or a name within an image. */
    String executable(Program program);

    /** Why a program cannot be started here, and how to get it; empty if it can, or if not searched for. */
    default Optional<Failure> obstacle(Program program) {
        return Optional.empty();
    }

    /** Which build of a program that is: files made for one need not fit another. */
    String identity(Program program);

    /** Facts that tell builds of an image apart, by the name of the fact; empty if images cannot be started. */
    default Map<String, String> imageFacts(String image) {
        return Map.of();
    }

    /**
     * The directory for temporary files of everything that is started, gone when the run has ended; empty if each
     * service has a file system of its own. Processes find it in TMPDIR; a JVM needs a flag for it.
     */
    default Optional<Path> temporary() {
        return Optional.empty();
    }

    /** The only CPUs that services may run on; empty for those of ralbench itself. */
    default Optional<CpuSet> cpus() {
        return Optional.empty();
    }

    /**
     * Makes sure that services can be held to limits here, so that a run is refused before it begins.
     *
     * @throws Failure naming the first limit that cannot be enforced
     */
    void check(ResourceLimits limits);

    /**
     * Starts a service and returns at once, without waiting until it is ready.
     *
     * @throws Failure when it cannot be started
     */
    StartedService start(ServiceSpec spec);

    /** Whether everything is being stopped, which explains any end from now on. */
    boolean isClosed();

    /** Stops everything that was started and not yet closed. Nothing can be started afterwards. */
    @Override
    void close();
}
