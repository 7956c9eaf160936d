package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.measurement.InsideView;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.result.ResultFile;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import dev.ralbench.testing.ResultSchema;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A built-in scenario with its real targets, with a small load: what holds at any load must hold here. */
class BuiltInScenariosIT {
    private static final int USERS = 240;

    @TempDir
    private Path directory;

    @Test
    void theFourTechniquesDifferInThreadsAndWorkersAreTheLimitOfOne() {
        var file = directory.resolve("result.json");
        var outcome = Shell.calibrating()
                .execute(
                        "run",
                        "--scenario",
                        "delay-200",
                        "-u",
                        Integer.toString(USERS),
                        "-d",
                        "4s",
                        "-o",
                        file.toString());
        assertThat(outcome.err()).doesNotContain("Exception");
        assertThat(outcome.exit()).isZero();

        ResultSchema.assertKeptBy(file);
        var result = ResultFile.read(file);
        assertThat(result.status()).isEqualTo(RunResult.Status.COMPLETE);
        var trials = result.lastAttempts().stream()
                .collect(Collectors.toMap(trial -> trial.id().variant(), Function.identity()));
        assertThat(trials).containsOnlyKeys("imperative", "virtual-threads", "reactive", "coroutines");
        assertThat(trials.values()).allSatisfy(trial -> {
            var whole = trial.measurement().orElseThrow().wholeRun();
            assertThat(whole.requests().failed()).isZero();
            assertThat(whole.ledger().offeredSeconds()).isEqualTo(USERS * 4, within(USERS * 4 * 0.01));
            assertThat(whole.requests().successful().minMillis().getAsDouble()).isGreaterThanOrEqualTo(199);
        });
        assertThat(threads(trials, "imperative")).isGreaterThan(200);
        assertThat(successful(trials, "imperative"))
                .as("two hundred workers, which each request holds for 200 ms, in 4 s")
                .isLessThanOrEqualTo(200 * 4_000 / 199);
        assertThat(threads(trials, "virtual-threads")).isLessThan(100);
        assertThat(threads(trials, "reactive")).isLessThan(100);
        assertThat(threads(trials, "coroutines")).isLessThan(100);
        assertThat(noneIsLeft()).isTrue();
    }

    private static long successful(Map<String, TrialResult> trials, String variant) {
        return Optional.ofNullable(trials.get(variant))
                .flatMap(TrialResult::measurement)
                .orElseThrow()
                .wholeRun()
                .requests()
                .successful()
                .count();
    }

    private static int threads(Map<String, TrialResult> trials, String variant) {
        return Optional.ofNullable(trials.get(variant))
                .flatMap(TrialResult::measurement)
                .map(Measurement::wholeRun)
                .flatMap(whole -> whole.views().inside().flatMap(InsideView::jvm))
                .orElseThrow()
                .liveThreadsPeak();
    }

    private static boolean noneIsLeft() {
        return ProcessHandle.current()
                .descendants()
                .noneMatch(process -> process.info().commandLine().orElse("").contains("--server.port="));
    }
}
