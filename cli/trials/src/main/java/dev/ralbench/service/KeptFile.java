package dev.ralbench.service;

import dev.ralbench.Failure;
import dev.ralbench.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Names and small files of the user's cache: each file whole or not there. */
final class KeptFile {
    private static final int KEY_DIGITS = 16;

    private KeptFile() {}

    /** A name that is another one as soon as any of the parts is. */
    static String key(String... parts) {
        return Sha256.of(Stream.of(parts).map(part -> part + "\0").collect(Collectors.joining()))
                .substring(0, KEY_DIGITS);
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

    /** Replaces the target, at once. */
    static void move(Path from, Path to) {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw Failure.environment(
                            to + " cannot be made", String.valueOf(e.getMessage()), "make room or give rights there")
                    .causedBy(e);
        }
    }
}
