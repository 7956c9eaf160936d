package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.result.ResultFile;
import dev.ralbench.testing.Alone;
import dev.ralbench.testing.ResultSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs that are made for a gate, against a real service. */
@Alone
class GateIT {
    private static final String SCENARIO = """
            schema: 1
            name: counted
            request: { path: /work, expect: { status: 200 } }
            load: { closed: { constant: { users: 4, hold: 2s } } }
            jvm: -Xms64M -Xmx64M -XX:+UseSerialGC
            variants:
              base: { target: mini, with: { workers: 8, wait: 2ms } }
              threads: { target: mini, with: { workers: 8, wait: 2ms, extraThreads: 8 } }
            """;

    /** One pair, and one count without noise. */
    static final String GATE = """
            version: 1
            gate: counts
            design:
              shape: alternating
              pairs: { looks: [1] }
              windows: { per_level: 1, length: 600ms, lead_in: 100ms }
              levels: [4]
              warmup: { requests: 200, limit: 0 }
            exact:
              - { metric: threads_peak, slack: 2 }
            """;

    /** The same with a limit, which needs no base. */
    static final String GATE_WITH_LIMIT = GATE + """
            absolute:
              - { metric: errors, levels: all, max: 0.1%, every_trial: true }
            """;

    @TempDir
    private Path directory;

    private Path gate;
    private final Shell shell = new Shell(Map.of());

    @BeforeEach
    void writeTheFiles() throws IOException {
        Files.writeString(directory.resolve("counted.yaml"), SCENARIO);
        gate = Files.writeString(directory.resolve("counts.yaml"), GATE);
    }

    private Shell.CommandResult run(String head, String... more) {
        var args = new ArrayList<>(List.of(
                "run",
                "--scenario",
                directory.resolve("counted.yaml").toString(),
                "--variant",
                "base=base",
                "--variant",
                "head=" + head,
                "--gate",
                gate.toString(),
                "-o",
                directory.resolve("r.json").toString()));
        args.addAll(List.of(more));
        return shell.execute(args.toArray(String[]::new));
    }

    @Test
    void aServicePassesAgainstItselfAndTheResultSaysByWhichRules() throws IOException {
        var outcome = run("base");

        assertThat(outcome.exit()).as(outcome.out() + outcome.err()).isZero();
        assertThat(outcome.out()).contains("RESULT PASS 1 rule");
        var file = directory.resolve("r.json");
        ResultSchema.assertKeptBy(file);
        var result = ResultFile.read(file);
        assertThat(result.layout().design().gate()).hasValueSatisfying(known -> {
            assertThat(known.name()).isEqualTo("counts");
            assertThat(known.sha256()).hasSize(64);
        });
        assertThat(result.layout().design().turns()).isPresent();
        assertThat(result.lastAttempts()).hasSize(2);
    }

    @Test
    void moreThreadsFailAndEveryReportIsThere() throws IOException {
        var markdown = directory.resolve("gate.md");
        var junit = directory.resolve("gate.xml");
        var outcome = run("threads", "-o", markdown.toString(), "-o", junit.toString(), "--attempt", "2");

        assertThat(outcome.exit()).as(outcome.out() + outcome.err()).isEqualTo(ExitCode.REGRESSION.code());
        assertThat(outcome.out()).contains("RESULT FAIL 1 of 1 rule: threads.peak@all");
        assertThat(Files.readString(markdown)).startsWith("<!-- ralbench:gate=counts -->");
        assertThat(Files.readString(junit)).contains("<failure type=\"worse\"");
        var file = directory.resolve("r.json").toString();
        assertThat(ResultFile.read(Path.of(file)).layout().design().attempt()).isEqualTo(2);

        var again = shell.execute("compare", file, "--gate", gate.toString());
        assertThat(again.exit()).isEqualTo(ExitCode.REGRESSION.code());
        assertThat(again.out()).contains("RESULT FAIL 1 of 1 rule: threads.peak@all");
    }

    private Shell.CommandResult runAlone(String head, Path result, String... more) {
        var args = new ArrayList<>(List.of(
                "run",
                "--scenario",
                directory.resolve("counted.yaml").toString(),
                "--variant",
                "head=" + head,
                "--no-base",
                "--gate",
                gate.toString(),
                "-o",
                result.toString()));
        args.addAll(List.of(more));
        return shell.execute(args.toArray(String[]::new));
    }

    private Shell.CommandResult runWithDeadHead(String... more) throws IOException {
        var dead = Files.writeString(directory.resolve("dead"), "#!/bin/sh\necho config missing >&2; exit 3\n");
        assertThat(dead.toFile().setExecutable(true)).isTrue();
        Files.writeString(
                directory.resolve("counted.yaml"),
                Files.readString(directory.resolve("counted.yaml")) + "  dead: { target: { command: " + dead
                        + ", ready: /up } }\n");
        return run("dead", more);
    }

    @ParameterizedTest
    @ValueSource(strings = {"alternating", "sequential"})
    void whereHeadDoesNotStartNothingIsMeasuredAndOnlyHeadIsNamed(String shape) throws IOException {
        if (shape.equals("sequential")) {
            Files.writeString(gate, """
                    version: 1
                    gate: counts
                    design: { shape: sequential, pairs: { looks: [1] } }
                    exact:
                      - { metric: threads_peak, slack: 2 }
                    """);
        }
        var junit = directory.resolve("gate.xml");

        var outcome = runWithDeadHead("-o", junit.toString());

        assertThat(outcome.exit()).as(outcome.out() + outcome.err()).isEqualTo(ExitCode.ENVIRONMENT.code());
        assertThat(ResultFile.read(directory.resolve("r.json")).trials())
                .singleElement()
                .satisfies(trial -> assertThat(trial.id().variant()).isEqualTo("head"));
        assertThat(outcome.out() + outcome.err())
                .contains("config missing")
                .doesNotContain("usable trial", "base invalid");
        assertThat(Files.readString(junit)).contains("head could not be measured", "config missing");
    }

    /** The first run of a service: a word of its own, and a result that counts of later runs are judged by. */
    @Test
    void headAloneIsABaselineForCountsAndNoPass() throws IOException {
        Files.writeString(gate, GATE_WITH_LIMIT);
        var baseline = directory.resolve("baseline.json");
        var junit = directory.resolve("gate.xml");
        var first = runAlone("base", baseline, "-o", junit.toString());

        assertThat(first.exit()).as(first.out() + first.err()).isZero();
        assertThat(first.out())
                .contains(
                        "NO BASE: head was measured alone.",
                        "RESULT BASELINE 1 of 2 rules met, 1 without a base; nothing was compared");
        assertThat(Files.readString(junit)).contains("failures=\"0\" errors=\"0\" skipped=\"2\"");
        ResultSchema.assertKeptBy(baseline);
        assertThat(ResultFile.read(baseline).layout().design().looks()).containsExactly(1);
        assertThat(shell.execute("compare", baseline.toString(), "--gate", gate.toString(), "--no-base")
                        .out())
                .contains("RESULT BASELINE 1 of 2 rules met");

        var later = directory.resolve("later.json");
        assertThat(runAlone("threads", later).exit()).isZero();
        var compared = shell.execute("compare", baseline.toString(), later.toString(), "--gate", gate.toString());
        assertThat(compared.out()).contains("RESULT FAIL 1 of 2 rules: threads.peak@all");
        assertThat(compared.exit()).isEqualTo(ExitCode.REGRESSION.code());
    }

    @Test
    void aLimitThatHeadAloneBreaksFails() throws IOException {
        Files.writeString(gate, GATE_WITH_LIMIT.replace("errors,", "p50,").replace("0.1%", "1ms"));

        var outcome = runAlone("base", directory.resolve("r.json"));

        assertThat(outcome.out()).as(outcome.err()).contains("RESULT FAIL 1 of 2 rules: p50@4");
        assertThat(outcome.exit()).isEqualTo(ExitCode.REGRESSION.code());
    }

    @Test
    void whatTheGateFixesCannotBeChanged() {
        var outcome = run("base", "--trials", "3");

        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.err()).contains("--trials and --gate exclude each other");
        assertThat(directory.resolve("r.json")).doesNotExist();
    }

    @Test
    void aSelfTestFindsThreadsThatWereAdded() {
        var file = directory.resolve("self.json");
        var outcome = shell.execute(
                "selftest", "--runs", "0", "--injected", "1", "--regression", "extra-threads", "-o", file.toString());

        assertThat(outcome.exit()).as(outcome.out() + outcome.err()).isZero();
        assertThat(outcome.out()).containsPattern("extra-threads +threads.peak@all +1 of 1");
        assertThat(file).exists();
    }
}
