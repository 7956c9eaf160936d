package dev.ralbench.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GoldenTest {
    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void name() {
        file = directory.resolve("deep/golden.txt");
    }

    @Test
    void aFileThatIsRewrittenFails() throws Exception {
        assertThatThrownBy(() -> Golden.matches(file, "new", true)).hasMessageContaining("rewritten: review the diff");
        assertThat(file).hasContent("new");

        Golden.matches(file, "new", true);
        Golden.matches(file, "new", false);
    }

    @Test
    void anotherTextFailsAndChangesNothing() throws Exception {
        Files.createDirectories(file.resolveSibling("."));
        Files.writeString(file, "old");

        assertThatThrownBy(() -> Golden.matches(file, "new", false)).isInstanceOf(AssertionError.class);
        assertThat(file).hasContent("old");
    }
}
