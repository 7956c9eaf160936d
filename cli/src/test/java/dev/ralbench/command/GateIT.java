package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.result.ResultFile;
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

/** Runs that are made for a gate, against a real service. */
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
              warmup: { requests: 200 }
            exact:
              - { metric: threads_peak, slack: 2 }
            """;

    @TempDir
    private Path folder;

    private Path gate;
    private final Shell shell = new Shell(Map.of("RALBENCH_CACHE", cache()));

    /** What is made once for the targets is taken from where it is; the noise bank of these runs is nobody's. */
    private static String cache() {
        return System.getProperty("user.home") + "/.cache/ralbench";
    }

    @BeforeEach
    void writeTheFiles() throws IOException {
        Files.writeString(folder.resolve("counted.yaml"), SCENARIO);
        gate = Files.writeString(folder.resolve("counts.yaml"), GATE);
    }

    private Shell.Outcome run(String head, String... more) {
        var args = new ArrayList<>(List.of(
                "run",
                "--scenario",
                folder.resolve("counted.yaml").toString(),
                "--variant",
                "base=base",
                "--variant",
                "head=" + head,
                "--gate",
                gate.toString(),
                "-o",
                folder.resolve("r.json").toString()));
        args.addAll(List.of(more));
        return shell.execute(args.toArray(String[]::new));
    }

    @Test
    void aServicePassesAgainstItselfAndTheResultSaysByWhichRules() throws IOException {
        var outcome = run("base");

        assertThat(outcome.exit()).as(outcome.out() + outcome.err()).isZero();
        assertThat(outcome.out()).contains("RESULT PASS 1 rule");
        var file = folder.resolve("r.json");
        ResultSchema.assertKeptBy(file);
        var result = ResultFile.read(file);
        assertThat(result.design().gate()).hasValueSatisfying(known -> {
            assertThat(known.name()).isEqualTo("counts");
            assertThat(known.sha256()).hasSize(64);
        });
        assertThat(result.design().turns()).isPresent();
        assertThat(result.lastAttempts()).hasSize(2);
    }

    @Test
    void moreThreadsFailAndEveryReportIsThere() throws IOException {
        var markdown = folder.resolve("gate.md");
        var junit = folder.resolve("gate.xml");
        var outcome = run("threads", "-o", markdown.toString(), "-o", junit.toString(), "--attempt", "2");

        assertThat(outcome.exit()).as(outcome.out() + outcome.err()).isEqualTo(ExitCode.REGRESSION.code());
        assertThat(outcome.out()).contains("RESULT FAIL 1 of 1 rule: threads.peak@all");
        assertThat(Files.readString(markdown)).startsWith("<!-- ralbench:gate=counts -->");
        assertThat(Files.readString(junit)).contains("<failure type=\"worse\"");
        var file = folder.resolve("r.json").toString();
        assertThat(ResultFile.read(Path.of(file)).design().attempt()).isEqualTo(2);

        var again = shell.execute("compare", file, "--gate", gate.toString());
        assertThat(again.exit()).isEqualTo(ExitCode.REGRESSION.code());
        assertThat(again.out()).contains("RESULT FAIL 1 of 1 rule: threads.peak@all");
    }

    @Test
    void whatTheGateFixesNobodyMayChange() {
        var outcome = run("base", "--trials", "3");

        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.err()).contains("--trials and --gate exclude each other");
        assertThat(folder.resolve("r.json")).doesNotExist();
    }

    @Test
    void aSelfTestFindsThreadsThatWereAdded() {
        var file = folder.resolve("self.json");
        var outcome = shell.execute(
                "selftest", "--runs", "0", "--injected", "1", "--regression", "extra-threads", "-o", file.toString());

        assertThat(outcome.exit()).as(outcome.out() + outcome.err()).isZero();
        assertThat(outcome.out()).containsPattern("extra-threads +threads.peak@all +1 of 1");
        assertThat(file).exists();
    }
}
