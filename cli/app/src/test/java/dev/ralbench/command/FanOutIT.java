package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.Outcome;
import dev.ralbench.measurement.ServerView;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.ResultFile;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import dev.ralbench.result.TrialResult.ValidityLevel;
import dev.ralbench.result.TrialSetup.ServerResult;
import dev.ralbench.testing.NeedsDocker;
import dev.ralbench.testing.ResultSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The fan-out study with its real target, servers and upstream, with a small load. */
class FanOutIT {
    private static final int STEPS = 4;

    @TempDir
    private Path directory;

    @Test
    void asProcessesEveryCompletedRequestCostsFourOfEach() throws IOException {
        var result = run("process", small("fan-out-1"), "coroutines,virtual-threads,virtual-threads-in-order");

        assertThat(result.lastAttempts()).hasSize(3).allSatisfy(trial -> {
            assertThat(trial.setup().servers())
                    .extracting(ServerResult::name)
                    .containsExactly("mysql", "redis", "upstream");
            assertThat(trial.setup().servers())
                    .extracting(ServerResult::product)
                    .anyMatch(name -> name.startsWith("MariaDB"));
            assertThat(trial.setup().startUp()).isPresent();
            assertThat(trial.setup().target().orElseThrow().calibrated()).containsKey("cpuStep");
            assertThat(trial.setup().work())
                    .as("nothing is sent before what is cold")
                    .isEmpty();
            assertExact(trial);
        });
    }

    @Test
    void singleRequestsBeforeTheLoadCostFourOfEachToo() throws IOException {
        var result = run("process", small("fan-out-1", "load:\n", "work: { same: shape }\nload:\n"), "virtual-threads");

        assertThat(result.lastAttempts()).hasSize(1).allSatisfy(trial -> {
            assertThat(trial.setup().work().orElseThrow().servedPerRequest())
                    .isEqualTo(Map.of("mysql", 4.0, "redis", 4.0, "upstream", 4.0));
            assertExact(trial);
        });
    }

    /** With short steps and few requests: what each request costs is exact however long it takes. */
    private String small(String name, String... replaced) throws IOException {
        var scenarios = Path.of(System.getProperty("ralbench.home"), "scenarios");
        Files.copy(scenarios.resolve("fan-out.sql"), directory.resolve("fan-out.sql"));
        var text = Files.readString(scenarios.resolve(name + ".yaml"))
                .replaceAll("cpuStep: [0-9]+ms", "cpuStep: 1ms")
                .replaceAll("latency: [0-9]+ms", "latency: 50ms")
                .replace("extends:", "needs: { upstream: { latency: 50ms } }\nextends:")
                .replaceAll("loops: [0-9]+", "loops: 2");
        for (int i = 0; i < replaced.length; i += 2) {
            assertThat(text).contains(replaced[i]);
            text = text.replace(replaced[i], replaced[i + 1]);
        }
        return Files.writeString(directory.resolve(name + ".yaml"), text + QuickStart.JVM)
                .toString();
    }

    @Test
    void poolsThatLoseNoTasksCostFourOfEach() throws IOException {
        var result = run("process", small("fan-out-10x10"), "pooled-caller-runs,pooled-unbounded");

        assertExact(trial(result, "pooled-caller-runs"));
        assertExact(trial(result, "pooled-unbounded"));
    }

    @Test
    void thePublishedPoolLosesTasks() throws IOException {
        // Requests whose tasks are lost are waited for that long.
        var scenario = small("fan-out-10x10", "timeout: 10s", "timeout: 1s", "within: 12s", "within: 3s");
        var result = run("process", scenario, "pooled-dropping");

        var dropping =
                trial(result, "pooled-dropping").measurement().orElseThrow().wholeRun();
        assertThat(dropping.requests().count(Outcome.STILL_OPEN)
                        + dropping.requests().count(Outcome.TIMEOUT))
                .isPositive();
        double dropped = dropping.views().counters().entrySet().stream()
                .filter(counter -> counter.getKey().startsWith("fan_out_dropped_tasks_total"))
                .mapToDouble(Map.Entry::getValue)
                .sum();
        assertThat(dropped).isPositive();
        var statements =
                Objects.requireNonNull(dropping.views().counters().get("fan_out_dropped_tasks_total{kind=\"sql\"}"));
        var started = Objects.requireNonNull(dropping.views().counters().get("fan_out_started_total"));
        assertThat(view(dropping, "mysql").served())
                .as("what was not dropped was done")
                .isEqualTo(Math.round(STEPS * started - statements));
    }

    @Test
    void onNettyEveryCompletedRequestCostsFourOfEachToo() throws IOException {
        var patient = small(
                "fan-out-netty",
                "timeout: 3s",
                "timeout: 60s",
                "within: 8s",
                "within: 90s",
                "within: 6s",
                "within: 80s");

        assertThat(run("process", patient, "v3,reactive").lastAttempts())
                .hasSize(2)
                .allSatisfy(FanOutIT::assertExact);
    }

    @Test
    void onNettyRequestsThatBlockTheirEventLoopHang() throws IOException {
        // Requests that hang are waited for that long.
        var scenario = small(
                "fan-out-netty", "timeout: 3s", "timeout: 1s", "within: 8s", "within: 3s", "within: 6s", "within: 3s");
        var result = run("process", scenario, "v1,v2");

        assertThat(result.lastAttempts())
                .hasSize(2)
                .allSatisfy(trial -> assertThat(trial.validity().verdict())
                        .as("%s", trial.validity().reasons())
                        .isNotEqualTo(ValidityLevel.INVALID));
        assertThat(hung(trial(result, "pooled-netty"))).isPositive();
        var sequential = trial(result, "sequential-netty");
        assertThat(hung(sequential))
                .as("not one is answered")
                .isPositive()
                .isEqualTo(sequential
                        .measurement()
                        .orElseThrow()
                        .wholeRun()
                        .requests()
                        .ended());
    }

    private static long hung(TrialResult trial) {
        var whole = trial.measurement().orElseThrow().wholeRun();
        return whole.requests().count(Outcome.STILL_OPEN) + whole.requests().count(Outcome.TIMEOUT);
    }

    @Nested
    @NeedsDocker
    class InContainers {
        @Test
        void everyCompletedRequestCostsFourOfEachThereToo() throws IOException {
            var result = run("docker", small("fan-out-1"), "virtual-threads");

            assertThat(result.fingerprint().machine()).containsEntry("runtime", "docker");
            assertThat(result.lastAttempts()).hasSize(1).allSatisfy(trial -> {
                assertThat(trial.setup().servers())
                        .extracting(ServerResult::product)
                        .anyMatch(name -> name.startsWith("MySQL "))
                        .anyMatch(name -> name.startsWith("Redis "));
                assertExact(trial);
            });
        }
    }

    private RunResult run(String runtime, String scenario, String variants) {
        var file = directory.resolve("result.json");
        var outcome = Shell.run(
                "run",
                "--scenario",
                scenario,
                "--quick",
                "--runtime",
                runtime,
                "--variant",
                variants,
                "-o",
                file.toString());
        assertThat(outcome.err()).doesNotContain("Exception");
        assertThat(outcome.exit()).as(outcome.out() + outcome.err()).isZero();
        ResultSchema.assertKeptBy(file);
        return ResultFile.read(file);
    }

    private static TrialResult trial(RunResult result, String variant) {
        return result.lastAttempts().stream()
                .filter(trial -> trial.id().variant().equals(variant))
                .findFirst()
                .orElseThrow();
    }

    /** Not about four: counters, and counted loads, are exact. */
    private static void assertExact(TrialResult trial) {
        var measurement = trial.measurement().orElseThrow();
        assertThat(measurement.wholeRun().requests().failed())
                .as(trial.id().variant())
                .isZero();
        for (var window : measurement.windows()) {
            for (var server : List.of("mysql", "redis", "upstream")) {
                assertThat(view(window, server).served())
                        .as("%s, %s, %s", trial.id().variant(), window.label(), server)
                        .isEqualTo(STEPS * window.requests().ended());
            }
        }
    }

    private static ServerView view(WindowMeasurement window, String server) {
        return Objects.requireNonNull(window.views().servers().get(server), server);
    }
}
