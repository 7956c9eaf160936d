package dev.ralbench.command;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.logging.LogManager;

/**
 * Discards log output of Netty, Vert.x and lettuce. {@code java.util.logging} would print it on standard error, with
 * bytes of a target and a stack trace for each counted failure. As a configuration class of {@code java.util.logging},
 * this avoids loading logging before a library asks for it.
 */
public final class LibraryLogs {
    private static final String CLASS = "java.util.logging.config.class";
    private static final String FILE = "java.util.logging.config.file";

    /** Made by {@code java.util.logging} when it is first used. */
    public LibraryLogs() {
        var nothing = new ByteArrayInputStream(".level=OFF\n".getBytes(StandardCharsets.ISO_8859_1));
        try {
            LogManager.getLogManager().readConfiguration(nothing);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Turns off logging of libraries, unless the user configured it. */
    static void silence() {
        if (System.getProperty(CLASS) == null && System.getProperty(FILE) == null) {
            System.setProperty(CLASS, LibraryLogs.class.getName());
        }
    }
}
