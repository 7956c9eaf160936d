package dev.ralbench.command;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.logging.LogManager;

/**
 * Sends to nowhere what Netty, Vert.x and lettuce write to {@code java.util.logging}, which would print it on standard
 * error: bytes of a target among it, and a stack trace for each failure that is counted. It is a configuration class of
 * {@code java.util.logging}, so that nothing of that is loaded before the first library asks for it.
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

    /** Turns off what libraries log, unless the user has configured logging. */
    static void silence() {
        if (System.getProperty(CLASS) == null && System.getProperty(FILE) == null) {
            System.setProperty(CLASS, LibraryLogs.class.getName());
        }
    }
}
