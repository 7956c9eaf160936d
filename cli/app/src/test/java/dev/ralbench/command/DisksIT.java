package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.process.UserCache;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.TestService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Runs that meet a disk which is full or cannot be written: real mounts, seen by the run alone. */
@Timeout(120)
class DisksIT {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /** Options of the mount, directory, command. */
    private static final String WITH_A_DISK = """
            mount -t tmpfs -o "$1" none "$2" || exit
            shift 2
            exec "$@"
            """;

    @RegisterExtension
    static final TestService SERVICE = TestService.of(DisksIT.class);

    @TempDir
    private Path directory;

    private Path disk;

    @BeforeEach
    void makeTheDirectory() throws IOException, InterruptedException {
        TracedRun.assumePossible();
        disk = Files.createDirectory(directory.resolve("disk"));
    }

    @Test
    @Disturbance(value = "the cache's disk is full", then = "exit 7, with the cache's directory; no result is left")
    void aCacheWithoutRoomIsNamed() throws Exception {
        var result = directory.resolve("r.json");
        try (var run = startWith("size=16k", disk, result)) {
            assertThat(run.awaitEnd(PATIENCE)).as(run.told()).isEqualTo(ExitCode.ENVIRONMENT.code());

            assertThat(run.told()).contains(disk.toString(), "No space left on device", UserCache.VARIABLE);
        }
        assertThat(result).doesNotExist();
    }

    @Test
    @Disturbance(value = "results go to a read-only disk", then = "refused before anything is measured")
    void aReadOnlyDiskIsNamedBeforeTheLoad() throws Exception {
        var result = disk.resolve("r.json");
        try (var run = startWith("ro", directory.resolve("cache"), result)) {
            assertThat(run.awaitEnd(PATIENCE)).as(run.told()).isEqualTo(ExitCode.ENVIRONMENT.code());

            assertThat(run.told())
                    .contains("cannot write the result to " + result, "that disk can only be read")
                    .doesNotContain("calibrating");
        }
    }

    /** With a disk of its own. */
    private RalbenchProcess startWith(String options, Path cache, Path result) throws IOException {
        var scenario = Files.writeString(directory.resolve("mine.yaml"), """
                schema: 1
                name: mine
                request: { path: /work, expect: { status: 204 } }
                load: { closed: { constant: { users: 2, hold: 1s } } }
                jvm: -Xmx128m -XX:+UseSerialGC
                needs: { redis: {} }
                variants:
                  %s""".formatted(SERVICE.variant("a")));
        return RalbenchProcess.startIn(
                directory,
                List.of("unshare", "--mount", "sh", "-c", WITH_A_DISK, "sh", options, disk.toString()),
                Uncalibrated.class,
                Map.of(UserCache.VARIABLE, cache.toString()),
                List.of("run", scenario.toString(), "-o", result.toString(), "--runtime", "process"));
    }
}
