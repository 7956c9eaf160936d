package dev.ralbench.target;

import dev.ralbench.Failure;
import dev.ralbench.process.RunFolders;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;

/** Files of the user's cache: made once, whole or not at all, by whichever ralbench comes first. */
final class KeptFile {
    private KeptFile() {}

    /** A name that is another one as soon as any of the parts is. */
    static String key(String... parts) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            for (var part : parts) {
                digest.update(part.getBytes(StandardCharsets.UTF_8));
                digest.update((byte) 0);
            }
            return HexFormat.of().formatHex(digest.digest(), 0, 8);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
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
