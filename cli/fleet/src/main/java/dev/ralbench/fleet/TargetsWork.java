package dev.ralbench.fleet;

/** What an agent does for the targets of a run that are on its machine. */
public interface TargetsWork extends AutoCloseable {
    /**
     * Does what a main asks for. May be called by several threads at once.
     *
     * @param question as {@link FleetTargets} writes it; may hold secrets, and must not be written to a file
     * @throws dev.ralbench.Failure that the main gets as the answer
     */
    byte[] answer(byte[] question) throws InterruptedException;

    /** Ends all that was started, and interrupts what is being answered. */
    @Override
    void close();
}
