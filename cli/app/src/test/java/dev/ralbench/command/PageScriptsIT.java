package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Repository;
import dev.ralbench.testing.TestNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The library of the page's charts is kept in git, and is what its packages make. */
class PageScriptsIT {
    private static final Path SOURCES = Repository.path("cli/app/src/main/page");
    private static final Path KEPT = Repository.path("cli/app/src/main/resources/dev/ralbench/report/page/plot.js");
    private static final long LIMIT_SECONDS = 300;

    @TempDir
    private Path directory;

    @BeforeAll
    static void needsNode() {
        TestNode.orSkip();
    }

    @Test
    void theLibraryIsWhatItsPackagesMake() throws Exception {
        for (var name : List.of("package.json", "package-lock.json", "plot-selection.js", "plot-licence.txt")) {
            Files.copy(SOURCES.resolve(name), directory.resolve(name));
        }
        npm("ci", "--no-audit", "--no-fund");
        npm("run", "build", "--", "--outfile=" + directory.resolve("made.js"));

        assertThat(directory.resolve("made.js"))
                .as("run npm ci && npm run build in " + SOURCES)
                .hasSameTextualContentAs(KEPT);
    }

    private void npm(String... arguments) throws IOException, InterruptedException {
        var log = directory.resolve("npm.log");
        var command = new ArrayList<>(List.of(TestNode.npm().toString()));
        command.addAll(List.of(arguments));
        var npm = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        assertThat(npm.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(npm.exitValue()).as(Files.readString(log)).isZero();
    }
}
