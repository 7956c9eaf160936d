package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.result.ResultFile;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.TestService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs that are ended by a signal in the middle of their load. */
@Timeout(240)
class StoppedRunIT {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @RegisterExtension
    static final TestService SERVICE = TestService.of(StoppedRunIT.class);

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({"INT, 130", "TERM, 143", "HUP, 129"})
    @Disturbance(value = "a signal in the middle of a level:", then = "what was measured is kept, nothing is left")
    void whatWasMeasuredIsKeptAndNothingIsLeft(String signal, int exit) throws Exception {
        var file = directory.resolve("result.json");
        try (var run = RalbenchProcess.start(directory, Map.of(), turnsOfAMinute(file))) {
            run.awaitProgress("· 4 users · users 4/4", Duration.ofMinutes(2));
            assertThat(SERVICE.processes()).hasSize(2);

            run.signal(signal);

            assertThat(run.awaitEnd(PATIENCE)).as(run.told()).isEqualTo(exit);
            assertThat(run.told()).contains("stopped before the gate decided", "compare " + file + " --gate ");
        }
        assertThat(SERVICE.processes()).isEmpty();
        var result = ResultFile.read(file);
        assertThat(result.status()).isEqualTo(RunResult.Status.ABORTED);
        assertThat(result.trials()).as("not measured again").hasSize(2).allSatisfy(trial -> {
            assertThat(trial.status()).isEqualTo(TrialResult.Status.ABORTED);
            assertThat(trial.measurement()).isPresent();
        });
    }

    /** The first starts of a sequential gate are for its answers alone, before the first load. */
    @Test
    @Disturbance(value = "a signal while the answers of all variants are compared:", then = "nothing is left")
    void aSignalEndsTheStartsBeforeTheFirstLoad() throws Exception {
        var file = directory.resolve("result.json");
        var words = gated(file, "{ shape: sequential, pairs: { looks: [8] } }", SERVICE.variant("b", "never-ready"));
        try (var run = RalbenchProcess.start(directory, Map.of(), words)) {
            run.await(() -> !SERVICE.processes().isEmpty(), Duration.ofMinutes(2));

            run.signal("INT");

            assertThat(run.awaitEnd(PATIENCE)).as(run.told()).isEqualTo(130);
        }
        assertThat(SERVICE.processes()).isEmpty();
        assertThat(ResultFile.read(file).status()).isEqualTo(RunResult.Status.ABORTED);
    }

    private List<String> turnsOfAMinute(Path result) throws IOException {
        return gated(result, """
                {
                  shape: alternating,
                  pairs: { looks: [8] },
                  levels: [4],
                  windows: { per_level: 4, length: 60s },
                  warmup: { requests: 50, limit: 0 }
                }""", SERVICE.variant("b"));
    }

    /** A run of variant a and this one, judged by a gate of this design. */
    private List<String> gated(Path result, String design, String second) throws IOException {
        var scenario = Files.writeString(directory.resolve("mine.yaml"), """
                schema: 1
                name: mine
                request: { path: /work, expect: { status: 204 } }
                load: { closed: { constant: { users: 4, hold: 1s } }, timeout: 1s }
                jvm: -Xmx128m -XX:+UseSerialGC
                variants:
                  %s  %s""".formatted(SERVICE.variant("a"), second));
        var gate = Files.writeString(directory.resolve("gate.yaml"), """
                version: 1
                gate: mine
                design:
                %s
                relative: [ { metric: goodput, levels: all, tolerate: 10%%, material: 5%% } ]
                """.formatted(design.indent(2)));
        var words = new ArrayList<>(List.of("run", "--scenario", scenario.toString(), "-o", result.toString()));
        words.addAll(List.of("--gate", gate.toString()));
        return words;
    }
}
