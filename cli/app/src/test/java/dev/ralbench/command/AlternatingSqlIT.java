package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.ResultFile;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import dev.ralbench.result.TrialSetup.ServerResult;
import dev.ralbench.testing.ResultSchema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Variants that take turns, with real databases next to them. */
@Timeout(180)
class AlternatingSqlIT {
    @TempDir
    private Path directory;

    @Test
    void eachVariantHasServersOfItsOwnThatCountItsTurnsAlone() throws IOException {
        var scenario = Files.writeString(
                directory.resolve("selftest-sql.yaml"),
                resource("selftest-sql.yaml").replace("\nprofiles:", """
                          more:
                            target: mini
                            with: { workers: 64, cpu: 100us, wait: 5ms, allocation: 8KiB, sql: 1, extraSql: 2 }

                        profiles:"""));
        Files.writeString(directory.resolve("selftest.sql"), resource("selftest.sql"));
        var file = directory.resolve("sql.json");
        var args = new ArrayList<>(
                List.of("run", "--scenario", scenario.toString(), "--runtime", "process", "--variant", "base,more"));
        args.addAll(List.of("--order", "alternating", "--levels", "4,8", "--windows", "2", "--window-length", "400ms"));
        args.addAll(List.of("--warm-up", "500", "--warm-up-limit", "2s", "-o", file.toString()));

        var outcome = Shell.run(args.toArray(String[]::new));

        assertThat(outcome.exit()).as(outcome.err()).isZero();
        ResultSchema.assertKeptBy(file);
        var result = ResultFile.read(file);
        assertThat(result.lastAttempts()).hasSize(2).allSatisfy(trial -> {
            assertThat(trial.setup().servers()).extracting(ServerResult::name).containsExactly("mysql");
            assertThat(trial.measurement().orElseThrow().wholeRun().requests().failed())
                    .isZero();
        });
        assertThat(trial(result, "base").setup().servers().getFirst().log())
                .isNotEqualTo(trial(result, "more").setup().servers().getFirst().log());
        assertServed(trial(result, "base"), 1);
        assertServed(trial(result, "more"), 3);
        assertThat(Shell.run("compare", file.toString()).exit())
                .as("another statement is other work")
                .isEqualTo(ExitCode.INCOMPARABLE.code());
    }

    /** Counted from rest to rest, where nothing is in flight. */
    private static void assertServed(TrialResult trial, int perRequest) {
        assertThat(trial.setup().work().orElseThrow().servedPerRequest()).containsEntry("mysql", (double) perRequest);
        var turns = trial.measurement().orElseThrow().levels().toList();
        assertThat(turns)
                .hasSize(4)
                .allSatisfy(turn -> assertThat(served(turn))
                        .as("%s, %s", trial.id().variant(), turn.label())
                        .isEqualTo(perRequest * turn.requests().completions().ended()));
    }

    private static long served(WindowMeasurement window) {
        return Objects.requireNonNull(window.views().servers().get("mysql"), "mysql")
                .served();
    }

    private static String resource(String name) throws IOException {
        var path = "/dev/ralbench/scenarios/" + name;
        try (var stream = Objects.requireNonNull(AlternatingSqlIT.class.getResourceAsStream(path), path)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static TrialResult trial(RunResult result, String variant) {
        return result.lastAttempts().stream()
                .filter(trial -> trial.id().variant().equals(variant))
                .findFirst()
                .orElseThrow();
    }
}
