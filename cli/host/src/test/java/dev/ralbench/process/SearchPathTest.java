package dev.ralbench.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SearchPathTest {
    @TempDir
    Path directory;

    @Test
    void theFirstDirectoryThatHasAProgramOfTheNameCounts() throws Exception {
        program("b/server");
        program("c/server");
        Files.createDirectories(directory.resolve("a/server"));
        var path = new SearchPath(List.of(directory.resolve("a"), directory.resolve("b"), directory.resolve("c")));

        assertThat(path.find("server")).contains(directory.resolve("b/server"));
        assertThat(path.find("client")).isEmpty();
    }

    @Test
    void ofSeveralVersionsTheNewestThatHasTheProgramCounts() throws Exception {
        program("pg-9.6/bin/server");
        program("pg-9/bin/server");
        program("pg-17/bin/server");
        Files.createDirectories(directory.resolve("pg-18/bin"));
        var path = new SearchPath(List.of());

        assertThat(path.find(directory + "/pg-*/bin/server")).contains(directory.resolve("pg-17/bin/server"));
        assertThat(path.find(directory + "/none/*/bin/server")).isEmpty();
    }

    private void program(String name) throws IOException {
        var file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
    }
}
