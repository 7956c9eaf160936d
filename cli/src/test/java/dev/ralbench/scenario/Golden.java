package dev.ralbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A text file that a test's outcome must equal; {@code -Dgolden.update=true} writes it anew, to be reviewed as a diff. */
record Golden(String file) {
    static final Path FOLDER = Path.of("src", "test", "resources", "scenario");

    void matches(String actual) {
        var path = FOLDER.resolve(file);
        try {
            if (Boolean.getBoolean("golden.update")) {
                Files.writeString(path, actual);
            }
            assertThat(actual).isEqualTo(Files.readString(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
