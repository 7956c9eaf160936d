package dev.ralbench.dependency.kind;

import dev.ralbench.process.Program;
import dev.ralbench.process.SearchPath;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * What the servers of one kind are: the names of their programs, where these are found, how they are named by users.
 *
 * @param program decides the image; its name is that of the kind
 * @param title as its makers write it
 * @param programs their names on the PATH, best first
 * @param elsewhere where distributions have them off the PATH; see {@link SearchPath#find}
 * @param programInImage the program's name in an image, by the image's name
 * @param embedded the server that comes with ralbench
 * @param standIn the replacement if there is none, for help and messages; empty if runs need such a server
 * @param port that servers listen on unless they are configured otherwise
 * @param user that logs in if a URL names none; empty for no user
 * @param isPasswordEnough whether servers take a password without a user
 * @param product finds the product in what a program writes if it is asked for its version; empty if it is a program of
 *     another kind
 */
public record ServerKind(
        Program program,
        String title,
        List<String> programs,
        List<String> elsewhere,
        UnaryOperator<String> programInImage,
        Optional<Embedded> embedded,
        Optional<String> standIn,
        int port,
        String user,
        boolean isPasswordEnough,
        Function<String, Optional<Product>> product) {
    public ServerKind {
        programs = List.copyOf(programs);
        elsewhere = List.copyOf(elsewhere);
    }

    /**
     * A server that comes with ralbench, in a jar of others of which nothing else is used. It is unpacked into the cache
     * once.
     *
     * @param product as its makers write it
     * @param resource the program within the jar
     * @param program the program within the unpacked directory
     * @param unpacker unpacks all that the program needs
     */
    public record Embedded(String product, String version, String resource, String program, Unpacker unpacker) {
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

    /** The programs found on this machine, best first. */
    public Stream<Path> installed(SearchPath path) {
        return Stream.concat(programs.stream(), elsewhere.stream()).flatMap(name -> path.find(name).stream());
    }

    /** The name of the kind, which is also the scheme of its URLs. */
    public String name() {
        return program.name();
    }

    /** Names a program to start. */
    public String option() {
        return "--" + name();
    }

    /** Names a server that runs already. */
    public String urlOption() {
        return option() + "-url";
    }

    /** The form of a URL, for help and messages. */
    public String urlForm(String portText) {
        return name() + "://" + (isPasswordEnough ? "" : "user") + ":password@host:" + portText;
    }

    /**
     * A URL that the user gave.
     *
     * @throws dev.ralbench.Failure of usage if it cannot be one of such a server
     */
    public ServerUrl url(URI uri) {
        var url = ServerUrl.parse(uri, name(), port, user);
        if (!isPasswordEnough && url.user().isEmpty() && !url.password().isEmpty()) {
            throw ServerUrl.wrong(
                    urlOption(), name(), "it has a password without a user, which " + title + " does not take");
        }
        return url;
    }
}
