package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Self-tests that start nothing. */
class SelfTestCommandTest {
    @TempDir
    private Path folder;

    private void assertRefused(Path output, String... parts) {
        var outcome = Shell.run("selftest", "--runs", "1", "--injected", "0", "-o", output.toString());
        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).startsWith("ralbench: ").contains(parts);
    }

    @Test
    void aFolderIsNoPlaceForFindings() {
        assertRefused(folder, "cannot write the result to " + folder, "path is a directory");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aPathThatCannotBeWrittenIsRefusedBeforeTheFirstRun() throws IOException {
        var notes = Files.createFile(folder.resolve("notes.txt"));
        assertRefused(notes.resolve("self.json"), "cannot make the folder", "notes.txt");
        assertThat(folder.toFile().list()).containsExactly("notes.txt");
    }

    @Test
    void findingsAreNotOverwritten() throws IOException {
        var file = Files.writeString(folder.resolve("self.json"), "{}");
        assertRefused(file, "self.json exists already");
        assertThat(file).hasContent("{}");
    }
}
