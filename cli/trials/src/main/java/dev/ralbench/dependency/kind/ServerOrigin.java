package dev.ralbench.dependency.kind;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Where a server comes from. */
public sealed interface ServerOrigin {
    /** The origin in a few words. */
    String words();

    /** A program that ralbench starts. */
    sealed interface Startable extends ServerOrigin {
        /** The program as the starter has to call it. */
        String command();

        /** Its name in a message about starting it. */
        default String title() {
            return words();
        }

        /** The directory on this machine that it was installed in, if known. */
        Optional<Path> home();
    }

    /** A program on this machine. */
    sealed interface Installed extends Startable {
        Path program();

        @Override
        default String command() {
            return program().toString();
        }

        @Override
        default Optional<Path> home() {
            try {
                return Optional.ofNullable(program().toRealPath().getParent()).map(Path::getParent);
            } catch (IOException e) {
                return Optional.ofNullable(program().getParent())
                        .map(Path::getParent)
                        .filter(Files::isDirectory);
            }
        }
    }

    /** Came with ralbench. */
    record Embedded(Path program) implements Installed {
        @Override
        public String words() {
            return "embedded";
        }

        @Override
        public String title() {
            return "the embedded " + program.getFileName();
        }
    }

    /** Found on this machine. */
    record AtPath(Path program) implements Installed {
        @Override
        public String words() {
            return program.toString();
        }
    }

    /**
     * A server in a container.
     *
     * @param image as the engine of containers knows it
     * @param command the server's name or path within it
     */
    record InImage(String image, String command) implements Startable {
        @Override
        public String words() {
            return "container " + image;
        }

        @Override
        public Optional<Path> home() {
            return Optional.empty();
        }
    }

    /** Runs already. */
    record External(ServerUrl url) implements ServerOrigin {
        @Override
        public String words() {
            return url.address();
        }
    }
}
