package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.Outcome;
import dev.ralbench.measurement.InsideView;
import dev.ralbench.measurement.WindowMeasurement;
import dev.ralbench.result.ResultFile;
import dev.ralbench.result.RunResult;
import dev.ralbench.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The study of combined calls with its real target, and with a small load. */
class CombinedIT {
    private static final int REQUESTS = 40;
    /** Workers and threads of the JDK, which come and go. */
    private static final int OTHER_THREADS = 20;

    @TempDir
    private Path directory;

    @Test
    void aClientForEachRequestLeavesThreeThreadsBehindAndOneForAllDoesNot() throws IOException {
        var scenario = small("combined-c10", "requests: 200", "requests: " + REQUESTS);

        var result = result(run(scenario, "sequence,parallel,shared-raised"));

        assertThat(result.lastAttempts()).hasSize(3).allSatisfy(trial -> {
            var whole = whole(result, trial.id().variant());
            assertThat(whole.requests().completions().successful()).isEqualTo(REQUESTS);
            assertThat(whole.requests().failed()).isZero();
        });
        int ofClients = threads(result, "parallel") - threads(result, "sequence");
        assertThat(ofClients).isBetween(3 * REQUESTS, 3 * REQUESTS + OTHER_THREADS);
        int ofOneClient = threads(result, "shared-raised") - threads(result, "sequence");
        assertThat(ofOneClient).as("ten workers, twenty calls and a pool more").isBetween(0, 31 + OTHER_THREADS);
        var predicted = Objects.requireNonNull(result.expected().predictions().get("parallel"));
        assertThat(predicted.calls()).as("what only this study predicts").contains(2);
        assertThat(predicted.threads()).contains(new RunResult.ThreadDemand(13, 3, 2, Optional.of(6.0), 1));
    }

    @Test
    void theFirstRequestThatWaitsTooLongEndsTheLoadAndIsTheHeadline() throws IOException {
        var scenario = small("combined-c100", "users: 100", "users: 40", "timeout: 3s", "timeout: 1s");

        var outcome = run(scenario, "shared");

        var whole = whole(result(outcome), "shared");
        assertThat(whole.requests().count(Outcome.TIMEOUT)).isPositive();
        assertThat(outcome.out()
                        .substring(0, outcome.out().indexOf("users  variant"))
                        .replaceAll("\\s+", " "))
                .contains(" shared: aborted after " + whole.requests().count(Outcome.OK)
                        + " completed requests, at the first" + " failure: no response within 1 s ");
        assertThat(outcome.out()).contains("shared *");
    }

    /** Each of its requests keeps both ends of two connections. */
    @Test
    void aClientForEachRequestRunsOutOfDescriptorsAndThatIsTheHeadline() throws IOException {
        var scenario = Files.writeString(directory.resolve("limited.yaml"), """
                schema: 1
                name: limited
                extends: combined-c100
                %sload: { closed: { requests: { users: 20, requests: 400 } }, timeout: 1s }
                variants:
                  parallel:
                    target: { builtIn: combined, limits: { openFiles: 400 } }
                    with: { sleep: 200ms, poll: 20ms, idle: 6s }
                    expectFailures: it runs out of descriptors
                """.formatted(QuickStart.JVM));

        var outcome = execute(scenario.toString(), "parallel");

        var whole = whole(result(outcome), "parallel");
        assertThat(whole.requests().count(Outcome.OK))
                .as("four descriptors each")
                .isBetween(1L, 99L);
        assertThat(outcome.out().substring(0, outcome.out().indexOf("users  variant")))
                .contains("parallel: aborted after " + whole.requests().count(Outcome.OK)
                        + " completed requests, at the first");
        assertThat(outcome.out()).contains("parallel: could use at most 400 open files");
    }

    private String small(String name, String... replaced) throws IOException {
        var text = Files.readString(Repository.path("scenarios", name + ".yaml"));
        for (int i = 0; i < replaced.length; i += 2) {
            assertThat(text).contains(replaced[i]);
            text = text.replace(replaced[i], replaced[i + 1]);
        }
        var quick = text.replaceAll("(?m)^jvm: .*\n", QuickStart.JVM);
        assertThat(quick).contains(QuickStart.JVM);
        return Files.writeString(directory.resolve(name + ".yaml"), quick).toString();
    }

    private Shell.CommandResult run(String scenario, String variants) {
        return execute(scenario, variants, "--quick");
    }

    private Shell.CommandResult execute(String scenario, String variants, String... options) {
        var file = directory.resolve("result.json").toString();
        var arguments = Stream.concat(
                Stream.of("run", "--scenario", scenario, "--variant", variants, "--runtime", "process", "-o", file),
                Stream.of(options));
        var outcome = Shell.run(arguments.toArray(String[]::new));
        assertThat(outcome.err()).doesNotContain("Exception");
        assertThat(outcome.exit()).as(outcome.out() + outcome.err()).isZero();
        return outcome;
    }

    private RunResult result(Shell.CommandResult outcome) {
        assertThat(outcome.exit()).isZero();
        return ResultFile.read(directory.resolve("result.json"));
    }

    private static WindowMeasurement whole(RunResult result, String variant) {
        return result.lastAttempts().stream()
                .filter(trial -> trial.id().variant().equals(variant))
                .flatMap(trial -> trial.measurement().stream())
                .findFirst()
                .orElseThrow()
                .wholeRun();
    }

    private static int threads(RunResult result, String variant) {
        return whole(result, variant)
                .views()
                .inside()
                .flatMap(InsideView::jvm)
                .orElseThrow()
                .liveThreadsPeak();
    }
}
