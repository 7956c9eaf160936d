package dev.ralbench.target;

import dev.ralbench.Failure;
import dev.ralbench.Sha256;
import dev.ralbench.process.RunFolders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Files of the user's cache: made once, whole or not at all, by whichever ralbench comes first. */
final class KeptFile {
    private static final int KEY_DIGITS = 16;

    private KeptFile() {}

    /** A name that is another one as soon as any of the parts is. */
    static String key(String... parts) {
        return Sha256.of(Stream.of(parts).map(part -> part + "\0").collect(Collectors.joining()))
                .substring(0, KEY_DIGITS);
    }

    /** Empty where it is not there. */
    static Optional<String> read(Path file) {
        try {
            return Files.exists(file) ? Optional.of(Files.readString(file)) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty(); // measured again
        }
    }

    /** Writes it as a whole or not at all: two ralbenches may make the same thing at once, also in two containers. */
    static void write(Path file, String text) {
        var whole = file.resolveSibling(file.getFileName() + "." + UUID.randomUUID());
        try {
            Files.writeString(whole, text);
        } catch (IOException e) {
            throw Failure.environment(
                            file + " cannot be written",
                            String.valueOf(e.getMessage()),
                            "make room or give rights there")
                    .causedBy(e);
        }
        move(whole, file);
    }

    /** Takes the place of what is there, at once. */
    static void move(Path from, Path to) {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw Failure.environment(
                            to + " cannot be made", String.valueOf(e.getMessage()), "make room or give rights there")
                    .causedBy(e);
        }
    }

    /** Where that fails, the guard tries again, and the next run. */
    static void deleteFolder(Path folder) {
        try {
            RunFolders.delete(folder);
        } catch (IOException e) {
            // A folder too many harms nobody.
        }
    }
}
