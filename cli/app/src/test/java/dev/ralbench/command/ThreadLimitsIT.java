package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.bottleneck.Bottleneck;
import dev.ralbench.bottleneck.Bottlenecks;
import dev.ralbench.measurement.InsideView;
import dev.ralbench.measurement.WindowKind;
import dev.ralbench.result.ResultFile;
import dev.ralbench.result.TrialResult;
import dev.ralbench.testing.Repository;
import dev.ralbench.testing.ResultSchema;
import dev.ralbench.testing.TestNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real services that one of their threads limits, and one that nothing limits. How much CPU time a thread gets depends on
 * what else runs on the machine; which thread it is, and its part of the whole, does not.
 */
@Timeout(180)
class ThreadLimitsIT {
    private static final String CLOSED =
            "closed: { sequence: [ { constant: { users: 2, hold: 2s } }, { constant: { users: 6, hold: 2s } } ] }";

    @TempDir
    private Path directory;

    @Test
    void aWorkerThreadOfNodeIsNotTheOneThatRunsItsRequests() throws IOException {
        TestNode.orSkip();

        var ofWorker = run("worker", CLOSED, node("worker"));
        assertBusiest(ofWorker, Optional.empty(), false);
        assertThat(limits(ofWorker)).noneMatch(Bottleneck.JavaScriptThread.class::isInstance);

        var ofMain = run("main", CLOSED, node("main"));
        assertBusiest(ofMain, Optional.of("node"), true);
        assertThat(limits(ofMain)).noneMatch(Bottleneck.OneThread.class::isInstance);
    }

    @Test
    void aSingleThreadOfAJvmHasItsName() throws IOException {
        assertBusiest(run("jobs", CLOSED, java()), Optional.of("jobs"), false);
    }

    /** Requests that cost nothing, at a low rate and by users who think. */
    @Test
    void anIdleServiceHasNoLimit() throws IOException {
        var loads = List.of(
                "open: { rate: { perSecond: 5, hold: 3s } }",
                "think: 500ms, closed: { sequence: [ { constant: { users: 1, hold: 3s } }, { constant: { users: 3,"
                        + " hold: 3s } } ] }",
                "think: 500ms, closed: { constant: { users: 2, hold: 3s } }");
        for (var load : loads) {
            var trial = run("idle" + loads.indexOf(load), load, java().replace("/work", "/idle"));
            assertThat(limits(trial)).as(load).allMatch(Bottleneck.None.class::isInstance);
        }
    }

    private static void assertBusiest(TrialResult trial, Optional<String> name, boolean isMain) {
        var levels = trial.measurement().orElseThrow().windows().stream()
                .filter(window -> window.kind() == WindowKind.LEVEL)
                .toList();
        assertThat(levels).hasSize(2).allSatisfy(level -> {
            var inside = level.views().inside().orElseThrow();
            var busiest = inside.busiestThread().orElseThrow();
            assertThat(busiest.isMain()).isEqualTo(isMain);
            assertThat(busiest.name()).isEqualTo(name);
            assertThat(busiest.cpuSeconds())
                    .as("most of %s s, in a window of %s s", inside.cpuSeconds(), level.lengthSeconds())
                    .isGreaterThan(inside.cpuSeconds() / 2)
                    .isLessThan(1.1 * level.lengthSeconds());
        });
        assertThat(trial.measurement().orElseThrow().wholeRun().views().inside().flatMap(InsideView::busiestThread))
                .isPresent();
    }

    private static List<Bottleneck> limits(TrialResult trial) {
        assertThat(trial.counts()).as("%s", trial.validity()).isTrue();
        return List.copyOf(Bottlenecks.of(List.of(trial), Optional.empty()).values());
    }

    private String node(String thread) throws IOException {
        return "path: /work, target: { command: \"" + TestNode.executable() + " '" + service("worker.mjs")
                + "' ${port} " + thread + "\", ready: /ready, counters: /counters }";
    }

    private String java() throws IOException {
        return "path: /work, target: { command: \"${java} ${jvmFlags} '" + service("Jobs.java")
                + "' ${port}\", ready: /ready }";
    }

    private Path service(String name) throws IOException {
        var copy = directory.resolve(name);
        if (!Files.exists(copy)) {
            Files.copy(Repository.path("cli/app/src/test/resources/services/" + name), copy);
        }
        return copy;
    }

    private TrialResult run(String name, String load, String target) throws IOException {
        var scenario = Files.writeString(directory.resolve(name + ".yaml"), """
                schema: 1
                name: %s
                load: { %s }
                %svariants:
                  mine: { %s }
                """.formatted(
                        name, load, target.contains("${java}") ? QuickStart.JVM : "", target));
        var output = directory.resolve(name + ".json");
        var outcome = Shell.run("run", scenario.toString(), "--runtime", "process", "-o", output.toString());
        assertThat(outcome.exit()).as(outcome.out() + outcome.err()).isIn(ExitCode.OK.code(), ExitCode.INVALID.code());
        ResultSchema.assertKeptBy(output);
        return ResultFile.read(output).lastAttempts().getFirst();
    }
}
