package dev.ralbench.session;

import dev.ralbench.Failure;

/**
 * Keeps this process for one run. The tag of everything that is started, the guard that ends it and the CPUs of the
 * process are the process's own, so the end of one run would end the services of another.
 */
final class ProcessClaim implements AutoCloseable {
    /** A property of the JVM and not a field: all class loaders and all sessions share it, as they share the process. */
    private static final String RUNNING = "dev.ralbench.running";

    private ProcessClaim() {}

    /**
     * Claims the process until this is closed.
     *
     * @param scenario that is run or up
     * @throws Failure if another run has the process
     */
    static ProcessClaim of(String scenario) {
        var other = System.getProperties().putIfAbsent(RUNNING, scenario);
        if (other != null) {
            throw Failure.usage(
                    scenario + " cannot run while this process runs " + other,
                    "a process has one guard, one tag for everything that it starts, and one set of CPUs: the end of one run"
                            + " would end the services of the other",
                    "start it when the other run has ended, or in a process of its own");
        }
        return new ProcessClaim();
    }

    @Override
    public void close() {
        System.clearProperty(RUNNING);
    }
}
