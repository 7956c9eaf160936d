package dev.ralbench.benchmark;

import java.io.IOException;
import java.util.List;

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
}
