package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.measurement.InsideView;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.measurement.PoolUse;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.ResultFile;
import dev.ralbench.result.RunResult;
import dev.ralbench.testing.ResultSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The pools of a real service, with more users than its connections to the database. */
@Timeout(600)
class PoolsIT {
    private static final int USERS = 12;

    @TempDir
    private Path directory;

    @Test
    void limitsUseAndThoseThatWaitAreSeenAndLimitsThatDifferAreNamed() throws IOException {
        var scenarios = Path.of(System.getProperty("ralbench.home"), "scenarios");
        Files.copy(scenarios.resolve("fan-out.sql"), directory.resolve("fan-out.sql"));
        Files.copy(scenarios.resolve("fan-out-10x10.yaml"), directory.resolve("fan-out-10x10.yaml"));
        // Short steps of all kinds but SQL: users wait for connections.
        var scenario = Files.writeString(directory.resolve("pools.yaml"), """
                schema: 1
                name: pools
                extends: fan-out-10x10
                load: { closed: { sequence: [ { loops: { users: 12, loops: 4, within: 60s } }, { constant: { users: 12, hold: 5s } } ] }, timeout: 10s }
                needs: { upstream: { latency: 1ms } }
                variants:
                  base: { target: fan-out, with: { cpuStep: 1ms, databaseConnections: 2, workers: 16, tomcatBeans: true } }
                  head: { target: fan-out, with: { cpuStep: 1ms, databaseConnections: 1, workers: 16, tomcatBeans: true } }
                """ + QuickStart.JVM);
        var output = directory.resolve("pools.json");
        var outcome = Shell.run(
                "run",
                scenario.toString(),
                "--runtime",
                "process",
                "--variant",
                "base,head",
                "--details",
                "-o",
                output.toString());

        // A busy machine makes the trials invalid, and their pools are seen all the same.
        assertThat(outcome.exit()).as(outcome.out() + outcome.err()).isIn(ExitCode.OK.code(), ExitCode.INVALID.code());
        ResultSchema.assertKeptBy(output);
        var result = ResultFile.read(output);
        assertPools(measurement(result, "base"), 2);
        assertPools(measurement(result, "head"), 1);
        assertThat(outcome.err()).containsPattern("pool limits differ: HikariPool-1 [12] \\((base|head)\\), [12] \\(");
        assertThat(outcome.out())
                .contains("pool limits differ: HikariPool-1 2 (base), 1 (head)")
                .containsPattern(USERS + " #2 +base .*2 of 2, \\d+ waiting")
                .containsPattern(USERS + " #2 +head .*1 of 1, \\d+ waiting");
    }

    private static Measurement measurement(RunResult result, String variant) {
        return result.lastAttempts().stream()
                .filter(trial -> trial.id().variant().equals(variant))
                .flatMap(trial -> trial.measurement().stream())
                .findFirst()
                .orElseThrow();
    }

    private static Map<String, PoolUse> pools(WindowMeasurement window) {
        return window.views().inside().flatMap(InsideView::pools).orElseThrow();
    }

    private static void assertPools(Measurement measured, int limit) {
        var pools = pools(measured.wholeRun());
        var hikari = Objects.requireNonNull(pools.get("HikariPool-1"));
        assertThat(hikari.holds()).isEqualTo(PoolUse.Resource.CONNECTIONS);
        assertThat(hikari.limit()).hasValue(limit);
        assertThat(hikari.inUsePeak()).isBetween(1, limit);
        assertThat(hikari.inUseMean()).isPositive().isLessThanOrEqualTo(hikari.inUsePeak());
        assertThat(hikari.waitingPeak().orElseThrow()).isBetween(1, USERS);
        var tomcat = Objects.requireNonNull(pools.get("tomcat"));
        assertThat(tomcat.holds()).isEqualTo(PoolUse.Resource.THREADS);
        assertThat(tomcat.limit()).hasValue(16);
        assertThat(tomcat.inUsePeak()).isBetween(1, 16);
        assertThat(tomcat.waitingPeak()).isEmpty();

        var course = measured.course().orElseThrow().values();
        assertThat(course.get("pool.HikariPool-1.limit"))
                .filteredOn(OptionalDouble::isPresent)
                .isNotEmpty()
                .containsOnly(OptionalDouble.of(limit));
        assertThat(course).containsKeys("pool.HikariPool-1.inUse", "pool.HikariPool-1.waiting", "pool.tomcat.inUse");
    }
}
