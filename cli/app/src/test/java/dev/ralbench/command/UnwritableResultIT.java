package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.process.DirectoryTree;
import dev.ralbench.result.ResultFile;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.TestService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Runs whose result cannot be written to where it was to go. */
@Timeout(240)
class UnwritableResultIT {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @RegisterExtension
    static final TestService SERVICE = TestService.of(UnwritableResultIT.class);

    @TempDir
    private Path directory;

    @Test
    @Disturbance(value = "the result's directory is deleted in mid-run", then = "told; all of it is kept elsewhere")
    void whatWasMeasuredIsKeptElsewhereAndOnlyWhatIsTrueIsSaid() throws Exception {
        var results = Files.createDirectory(directory.resolve("results"));
        var file = results.resolve("result.json");
        var words = new ArrayList<>(oneTrial(file));
        words.add("--dashboard");
        try (var run = RalbenchProcess.start(directory, Map.of(), words)) {
            run.awaitProgress("· a · ", PATIENCE);
            DirectoryTree.delete(results);

            assertThat(run.awaitEnd(PATIENCE)).as(run.told()).isEqualTo(7);

            assertThat(run.told())
                    .contains("cannot write the result to " + file, "that file does not hold it")
                    .doesNotContain("still holds");
        }
        var kept = Files.readAllLines(directory.resolve("out.txt")).stream()
                .filter(line -> line.startsWith("result: "))
                .map(line -> Path.of(line.substring("result: ".length())))
                .toList();
        try {
            assertThat(kept).hasSize(1).allSatisfy(elsewhere -> {
                assertThat(ResultFile.read(elsewhere).trials()).isNotEmpty(); // two where the first is invalid
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(elsewhere)))
                        .isEqualTo("rw-------");
                var page = String.valueOf(elsewhere.getFileName()).replace(".json", ".html");
                assertThat(elsewhere.resolveSibling(page))
                        .as("a page beside it, which others could read")
                        .doesNotExist();
            });
            assertThat(file).doesNotExist();
        } finally {
            for (var elsewhere : kept) {
                Files.deleteIfExists(elsewhere);
            }
        }
    }

    @Test
    @Disturbance(value = "kill -9 of ralbench before its first trial", then = "no file is in the way of the next run")
    void aRunThatIsKilledEarlyLeavesNoResult() throws Exception {
        var file = directory.resolve("result.json");
        try (var run = RalbenchProcess.start(directory, Map.of(), oneTrial(file))) {
            run.awaitProgress("calibrating", PATIENCE);
            run.signal("KILL");
            run.awaitEnd(PATIENCE);
        }
        try (var left = Files.list(directory)) {
            assertThat(left.map(path -> String.valueOf(path.getFileName())))
                    .allSatisfy(name -> assertThat(name).doesNotContain(".json", ".tmp"));
        }
    }

    private List<String> oneTrial(Path result) throws IOException {
        var scenario = Files.writeString(directory.resolve("mine.yaml"), """
                schema: 1
                name: mine
                request: { path: /work, expect: { status: 204 } }
                load: { closed: { constant: { users: 2, hold: 3s } }, timeout: 1s }
                jvm: -Xmx128m -XX:+UseSerialGC
                variants:
                  %s""".formatted(SERVICE.variant("a")));
        return List.of("run", "--scenario", scenario.toString(), "-o", result.toString());
    }
}
