package dev.ralbench.benchmark;

import java.io.IOException;
import java.util.List;
import java.util.OptionalDouble;

/** A load generator, as a command. */
interface Client {
    /** As the table has it. */
    String name();

    /** Whether its program is there. */
    boolean isInstalled();

    /** The command that carries the shot out with one connection per user, at its pace. */
    List<String> command(Shot shot) throws IOException;

    /** Whether it ended as it should. */
    default boolean isGood(int exitCode) {
        return exitCode == 0;
    }

    /**
     * The number of correctly answered requests.
     *
     * @param output of the command, both streams
     * @throws IOException if neither output nor files tell
     */
    long requests(Shot shot, String output) throws IOException;

    /**
     * How late requests were sent that had a time (99th percentile); empty if it does not tell.
     *
     * @throws IOException if its files cannot be read
     */
    default OptionalDouble lateMillis(Shot shot, String output) throws IOException {
        return OptionalDouble.empty();
    }
}
