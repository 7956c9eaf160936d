package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.Outcome;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.metric.DependencyMetrics;
import dev.ralbench.result.ResultFile;
import dev.ralbench.result.RunResult;
import dev.ralbench.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The batching study with its real target and database, with fewer rows and a small load. */
class BatchingIT {
    private static final int REQUESTS = 400;

    @TempDir
    private Path directory;

    @Test
    void requestsForTheSameKeyShareOneQueryAndItsFailure() throws IOException {
        copyWithFewerRows();
        var scenario = Files.writeString(directory.resolve("small.yaml"), """
                schema: 1
                name: small
                request: { path: /single-flight/worms/utilize, expect: { bodyBytes: 1131 } }
                load: { closed: { requests: { users: 20, requests: %d, within: 20s } }, timeout: 5s }
                work: { same: nothing }
                needs: { mysql: { database: wormery, script: batching.sql, rows: { worms: 10000, calibration: 1 } } }
                %svariants:
                  shared: { target: batching }
                  failing: { target: batching, with: { failEvery: 3 }, expectFailures: every third query fails }
                """.formatted(REQUESTS, QuickStart.JVM));
        var apart = Files.writeString(directory.resolve("apart.yaml"), """
                schema: 1
                name: apart
                extends: small.yaml
                request: { path: "/single-flight/worms/class-${000..019}", expect: { bodyBytes: 1151 } }
                variants: { failing: null }
                """);

        var result = run(scenario);
        var shared = whole(result, "shared");
        assertThat(shared.requests().count(Outcome.OK)).isEqualTo(REQUESTS);
        assertThat(queries(shared)).isLessThan(REQUESTS / 2);
        assertThat(counter(shared, "joined")).isEqualTo(REQUESTS - queries(shared));
        assertThat(DependencyMetrics.SQL_BATCH.of(shared)).hasValue(REQUESTS / (double) queries(shared));

        // Were the entry of a query that failed still there, nothing would be answered after it.
        var failing = whole(result, "failing");
        assertThat(failing.requests().count(Outcome.OK) + failing.requests().count(Outcome.UNEXPECTED_STATUS))
                .isEqualTo(REQUESTS);
        assertThat(counter(failing, "completed")).isEqualTo(failing.requests().count(Outcome.OK));
        assertThat(queries(failing)).isGreaterThan(3);
        assertThat(failing.requests().count(Outcome.UNEXPECTED_STATUS)).isGreaterThan(queries(failing) / 3);

        var alone = whole(run(apart), "shared");
        assertThat(alone.requests().count(Outcome.OK)).isEqualTo(REQUESTS);
        assertThat(queries(alone)).isEqualTo(REQUESTS);
        assertThat(counter(alone, "joined")).isZero();
        assertThat(DependencyMetrics.SQL_BATCH.of(alone)).isEmpty();
    }

    /** The same script on a hundredth of the rows: it takes the last of them where a query for all of them is too fast. */
    private void copyWithFewerRows() throws IOException {
        var script = Files.readString(Repository.path("scenarios/batching.sql"));
        var fewer = script.replace("number < 999", "number < 99")
                .replace("1000 * thousands", "100 * thousands")
                .replace("LEAST(100000,", "LEAST(1000,"); // a tenth of all rows
        assertThat(fewer).isNotEqualTo(script);
        Files.writeString(directory.resolve("batching.sql"), fewer.replace("SLEEP(1)", "SLEEP(0)"));
    }

    private RunResult run(Path scenario) {
        var outcome = Shell.run("run", scenario.toString(), "--runtime", "process", "-o", scenario + ".json");
        assertThat(outcome.exit()).as(outcome.out() + outcome.err()).isZero();
        return ResultFile.read(Path.of(scenario + ".json"));
    }

    private static WindowMeasurement whole(RunResult result, String variant) {
        return result.lastAttempts().stream()
                .filter(trial -> trial.id().variant().equals(variant))
                .findFirst()
                .orElseThrow()
                .measurement()
                .orElseThrow()
                .wholeRun();
    }

    /** As the server has counted them, and the target too. */
    private static long queries(WindowMeasurement window) {
        long served =
                Objects.requireNonNull(window.views().servers().get("mysql")).served();
        assertThat(served).isEqualTo(counter(window, "queries"));
        return served;
    }

    private static long counter(WindowMeasurement window, String name) {
        return Math.round(Objects.requireNonNull(window.views().counters().get("batching_" + name + "_total")));
    }
}
