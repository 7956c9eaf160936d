package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.compare.Cell;
import dev.ralbench.gate.AbsoluteRule;
import dev.ralbench.gate.ExactRule;
import dev.ralbench.gate.Gate;
import dev.ralbench.gate.GateFile;
import dev.ralbench.gate.RelativeRule;
import dev.ralbench.load.Level;
import dev.ralbench.metric.DependencyMetrics;
import dev.ralbench.testing.Alone;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A gate for a real service, from its own noise. */
@Timeout(120)
@Alone
class GateInitIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    /** Waits for most of a request's time, so that its goodput is steady on any machine. */
    private static final String SCENARIO = """
            schema: 1
            name: steady
            request: { path: /work, expect: { status: 200 } }
            load: { closed: { sequence: [ { constant: { users: 2, hold: 1s } }, { constant: { users: 4, hold: 1s } } ] } }
            jvm: -Xms64M -Xmx64M -XX:+UseSerialGC
            variants:
              only: { target: mini, with: { workers: 8, wait: 10ms } }
            """;

    /** Windows as short as can be, for a gate that is never used. */
    private static final String DESIGN = """
            version: 1
            gate: short
            design:
              shape: alternating
              pairs: { looks: [12, 16, 20] }
              windows: { per_level: 2, length: 400ms, lead_in: 50ms }
              warmup: { requests: 100, limit: 0 }
            absolute: [ { metric: errors, levels: all, max: 0% } ]
            """;

    @TempDir
    private Path directory;

    @BeforeEach
    void writeTheFiles() throws IOException {
        Files.writeString(directory.resolve("steady.yaml"), SCENARIO);
        Files.writeString(directory.resolve("short.yaml"), DESIGN);
    }

    private RalbenchProcess init(String pairs) throws IOException {
        return RalbenchProcess.startIn(
                directory,
                Map.of(),
                List.of("gate", "init", "steady.yaml", "--design", "short.yaml", "--pairs", pairs));
    }

    private String printed() throws IOException {
        return Files.readString(directory.resolve("out.txt"));
    }

    private List<String> gates() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> name.contains("gate"))
                    .toList();
        }
    }

    @Test
    void theFileHasRulesOnWhatTheServiceHasAndIsAGateForIt() throws Exception {
        try (var init = init("3")) {
            assertThat(init.awaitEnd(PATIENCE)).as(init.told() + printed()).isZero();
        }

        var file = directory.resolve("steady-gate.yaml");
        assertThat(file).content().contains("# Gate for the scenario steady, ", "3 pairs of only against itself");
        var gate = GateFile.read(file);
        assertThat(gate.name()).isEqualTo("steady");
        assertThat(gate.design().ownLevels()).extracting(Level::name).containsExactly("2", "4");
        assertThat(rules(gate)).contains("goodput@2", "goodput@4");
        assertThat(gate.rules(ExactRule.class))
                .extracting(ExactRule::metric)
                .as("no database, so no rule on statements")
                .doesNotContain(
                        DependencyMetrics.SQL_PER_REQUEST,
                        DependencyMetrics.REDIS_PER_REQUEST,
                        DependencyMetrics.UPSTREAM_PER_REQUEST);
        assertThat(gate.rules(AbsoluteRule.class))
                .extracting(rule -> rule.limit().key())
                .contains("errors");
        assertThat(printed())
                .contains("result: results/", "gate: steady-gate.yaml, from 3 of 3 pairs of only against itself")
                .contains("gate steady: alternating", "here pairs varied by", "takes about", "as the last gated run")
                .contains("next: ralbench run --scenario steady.yaml --variant base=OLD --variant head=NEW --gate"
                        + " steady-gate.yaml");

        try (var again = init("3")) {
            assertThat(again.awaitEnd(PATIENCE)).isEqualTo(ExitCode.USAGE.code());
            assertThat(again.told()).contains("steady-gate.yaml exists already");
        }
    }

    private static List<String> rules(Gate gate) {
        return gate.rules(RelativeRule.class).stream()
                .map(rule -> Cell.id(rule.metric(), rule.levels().of(List.of()).getFirst()))
                .toList();
    }

    @Test
    void aRunThatIsStoppedLeavesNoFile() throws Exception {
        try (var init = init("100")) {
            init.awaitProgress("users ", PATIENCE);

            init.signal("INT");

            assertThat(init.awaitEnd(PATIENCE)).as(init.told()).isEqualTo(ExitCode.INTERRUPTED.code());
            assertThat(init.told()).contains("no gate was written; what was measured is in results/");
        }
        assertThat(gates()).isEmpty();
    }
}
