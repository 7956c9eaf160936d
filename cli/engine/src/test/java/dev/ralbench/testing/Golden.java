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
        matches(Path.of("src/test/resources").resolve(file), actual);
    }

    /** The same of a file anywhere, such as one of which a part is made. */
    public static void matches(Path path, String actual) {
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
