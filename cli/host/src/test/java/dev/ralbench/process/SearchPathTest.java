package dev.ralbench.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

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

    @Test
    void aProgramThatCanBeStartedHasNoObstacle() throws Exception {
        program("b/server");
        Files.writeString(directory.resolve("b/server"), "#! /bin/sh -e\n");
        program("b/binary");
        var path = new SearchPath(List.of(directory.resolve("a"), directory.resolve("b")));

        assertThat(path.obstacle("server")).isEmpty();
        assertThat(path.obstacle(directory + "/b/server")).isEmpty();
        assertThat(path.obstacle("binary")).isEmpty();
        assertThat(new SearchPath(List.of()).obstacle("server")).isEmpty();
    }

    @Test
    void whyAProgramCannotBeStartedIsNamed() throws Exception {
        Files.createDirectories(directory.resolve("b/data"));
        Files.createFile(
                directory.resolve("b/plain"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r--r--")));
        Files.createSymbolicLink(directory.resolve("b/link"), Path.of("nowhere"));
        program("b/script");
        Files.writeString(directory.resolve("b/script"), "#!/no/such/shell -e\necho\n");
        program("b/windows");
        Files.writeString(directory.resolve("b/windows"), "#!/bin/sh\r\necho\r\n");
        var path = new SearchPath(List.of(directory.resolve("b")));
        var b = directory.resolve("b") + "/";

        assertThat(path.obstacle("none")).hasValue("there is no program none on the PATH");
        assertThat(path.obstacle(b + "none")).hasValue("there is no file " + b + "none");
        assertThat(path.obstacle("data")).hasValue(b + "data is a directory");
        assertThat(path.obstacle("plain")).get(STRING).startsWith("this user may not execute " + b + "plain (chmod +x");
        assertThat(path.obstacle(b + "link")).hasValue(b + "link is a link to a file that does not exist");
        assertThat(path.obstacle("script"))
                .get(STRING)
                .endsWith("names the interpreter /no/such/shell, and there is no such program");
        assertThat(path.obstacle("windows"))
                .get(STRING)
                .contains("names the interpreter /bin/sh followed by a carriage return");
    }

    private void program(String name) throws IOException {
        var file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
    }
}
