package dev.ralbench.dependency.kind;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;

/**
 * A server that comes with ralbench, in a jar of others of which nothing else is used. It is unpacked into the cache
 * once.
 *
 * @param product as its makers write it
 * @param resource the program within the jar
 * @param program the program within the unpacked directory
 * @param unpacker unpacks all that the program needs
 */
public record EmbeddedServer(String product, String version, String resource, String program, Unpacker unpacker) {
    /** Unpacks a server into a directory. */
    @FunctionalInterface
    public interface Unpacker {
        /**
         * Unpacks the program's files.
         *
         * @param resource the program within its jar
         */
        void unpack(URL resource, Path directory) throws IOException;
    }

    String title() {
        return product + " " + version;
    }

    /** The name in the cache. */
    String name() {
        return product.toLowerCase(Locale.ROOT) + "-" + version;
    }

    /** Writes one file, for unpackers. */
    public static void write(InputStream stream, Path file, boolean isProgram) throws IOException {
        var parent = file.getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        Files.copy(stream, file);
        if (isProgram) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }
}
