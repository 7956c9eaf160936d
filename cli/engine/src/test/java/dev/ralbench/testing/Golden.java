package dev.ralbench.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Expected output in files below {@code src/test/resources}; {@code -Dgolden.update=true} rewrites them. */
public final class Golden {
    private Golden() {}

    /** Fails where the text is not what the file holds. */
    public static void matches(String file, String actual) {
        var path = Path.of("src/test/resources").resolve(file);
        try {
            if (Boolean.getBoolean("golden.update")) {
                Files.createDirectories(path.resolveSibling("."));
                Files.writeString(path, actual);
            }
            assertThat(actual).isEqualTo(Files.readString(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
