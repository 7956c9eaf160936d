package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.result.ResultFile;
import dev.ralbench.result.RunResult;
import dev.ralbench.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Services of a user's own that take turns, and start from a cache that a real JVM made under load if that is asked for. */
@Timeout(600)
class StartUpTrainingIT {
    private static final int FIRST_WITH_CACHES = 25;

    @TempDir
    private Path directory;

    private record Run(Shell.CommandResult outcome, RunResult result) {
        /** Of the trials that count: a busy machine has blocks measured again. */
        List<String> commands() {
            return result.lastAttempts().stream()
                    .map(trial ->
                            trial.setup().target().orElseThrow().commandLine().orElseThrow())
                    .toList();
        }
    }

    private Run run(int trials, String more) throws IOException {
        return run(
                more,
                " --order alternating --trials " + trials
                        + " --windows 1 --window-length 100ms --lead-in 50ms --warm-up 40 --warm-up-limit 0s");
    }

    private Run run(String more, String design) throws IOException {
        var jar = Repository.path("targets/mini/target/mini.jar").toAbsolutePath();
        var variant =
                "{ command: \"${java} ${jvmFlags} -jar ${jar} --port=${port}\", jar: '" + jar + "', ready: /ready }";
        var scenario = Files.writeString(directory.resolve("mine.yaml"), """
                schema: 1
                name: mine
                request: { path: /work }
                load:
                  closed: { constant: { users: 4, hold: 1s } }
                jvm: -Xmx128m -XX:+UseSerialGC
                variants:
                  base: { target: %s }
                  head: { target: %s }
                """.formatted(variant, variant));
        var file = directory.resolve("result.json");
        Files.deleteIfExists(file);
        var cache = Map.of("RALBENCH_CACHE", directory.resolve("cache").toString());
        var outcome = new Shell(cache).execute(("run " + scenario + " -o " + file + design + more).split(" ", -1));
        return new Run(outcome, ResultFile.read(file));
    }

    /** The second start of a built-in target in a run would make one. */
    @Test
    void aLookAtATargetMakesNoCache() throws Exception {
        var cache = Map.of("RALBENCH_CACHE", directory.resolve("cache").toString());
        for (int i = 0; i < 2; i++) {
            try (var up =
                    RalbenchProcess.startIn(directory, cache, List.of("up", "selftest", "--runtime", "process"))) {
                up.await(
                        () -> Repository.text(directory.resolve("out.txt")).contains("up until Ctrl-C"),
                        Duration.ofSeconds(60));
                assertThat(up.told()).doesNotContain("start-up cache");
            }
        }
    }

    @Test
    void servicesByJarStartFromWhatTheyLearnedUnderLoad() throws IOException {
        var first = run(3, " --start-up-cache");
        if (Runtime.version().feature() < FIRST_WITH_CACHES) {
            assertThat(first.outcome().err()).contains("no start-up cache: JVMs before 25 have none");
            return;
        }

        assertThat(first.outcome().err())
                .as("one for both: it is the same build")
                .containsOnlyOnce("making the start-up cache of");
        assertThat(first.result().fingerprint().software()).containsEntry("startUpCache", "yes");
        assertThat(first.commands())
                .hasSize(6)
                .allSatisfy(command -> assertThat(command).contains("-XX:AOTCache=", "-XX:AOTMode=on"));
        assertThat(run(1, " --start-up-cache").outcome().err()).as("kept").doesNotContain("making the start-up cache");

        var gate = Files.writeString(directory.resolve("gate.yaml"), """
                version: 1
                gate: mine
                design:
                  shape: alternating
                  pairs: { looks: [1] }
                  windows: { per_level: 1, length: 100ms, lead_in: 50ms }
                  warmup: { requests: 40, limit: 0 }
                  start_up_cache: true
                absolute: [ { metric: errors, levels: all, max: 0.1%, every_trial: true } ]
                """);
        var gated = run(" --gate " + gate, "");
        assertThat(gated.outcome().exit()).as(gated.outcome().err()).isZero();
        assertThat(gated.commands())
                .hasSize(2)
                .allSatisfy(command -> assertThat(command).contains("-XX:AOTCache="));

        var without = run(1, "");
        assertThat(without.outcome().err()).doesNotContain("start-up cache");
        assertThat(without.result().fingerprint().software()).containsEntry("startUpCache", "no");
        assertThat(without.commands())
                .hasSize(2)
                .allSatisfy(command -> assertThat(command).doesNotContain("AOTCache"));
    }
}
