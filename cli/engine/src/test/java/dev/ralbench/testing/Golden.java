package dev.ralbench.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Expected output in files. {@code -Dgolden.update=true} rewrites those that differ, and fails all the same: a rewritten
 * file has been compared with nothing.
 */
public final class Golden {
    private Golden() {}

    /** Fails where the text is not what the file below {@code src/test/resources} holds. */
    public static void matches(String file, String actual) {
        matches(Path.of("src/test/resources").resolve(file), actual);
    }

    /** Fails where the text is not what the file holds. */
    public static void matches(Path file, String actual) {
        matches(file, actual, Boolean.getBoolean("golden.update"));
    }

    static void matches(Path file, String actual, boolean update) {
        try {
            if (update && !(Files.exists(file) && Files.readString(file).equals(actual))) {
                Files.createDirectories(file.toAbsolutePath().resolveSibling("."));
                Files.writeString(file, actual);
                fail(file + " is rewritten: review the diff, it is a decision");
            }
            assertThat(actual).isEqualTo(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
