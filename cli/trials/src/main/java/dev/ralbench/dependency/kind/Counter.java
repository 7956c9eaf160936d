package dev.ralbench.dependency.kind;

/** Asks one server for its counts, over a connection of its own. Used by one thread at a time. */
public interface Counter extends AutoCloseable {
    /**
     * Since the server's start, without these queries. Connects again if the connection is lost.
     *
     * @throws Exception of the library in use, when there is no answer
     */
    ServedCounts read() throws Exception;

    /** Gives up the connection, also while another thread waits for an answer. */
    @Override
    void close();
}
