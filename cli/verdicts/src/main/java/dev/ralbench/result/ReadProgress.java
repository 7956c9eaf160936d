package dev.ralbench.result;

import java.nio.file.Path;

/** Receives how far a file has been read, often, so it has to be cheap. */
@FunctionalInterface
public interface ReadProgress {
    /** Reports nothing. */
    ReadProgress NONE = (file, bytes, of) -> {};

    /**
     * Reports how much of a file has been read.
     *
     * @param of its length in bytes
     */
    void at(Path file, long bytes, long of);
}
