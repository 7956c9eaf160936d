package dev.ralbench.result;

import java.nio.file.Path;

/** Receives how far files have been read, often and from several threads, so it has to be cheap. */
@FunctionalInterface
public interface ReadProgress extends AutoCloseable {
    /** Reports nothing. */
    ReadProgress NONE = (file, bytes, of) -> {};

    /**
     * Reports how much of a file has been read.
     *
     * @param of its length in bytes
     */
    void at(Path file, long bytes, long of);

    /** Reports how many of several files have been read. */
    default void read(int files, int of) {}

    /** All files have been read. */
    @Override
    default void close() {}
}
