package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code gate init} is asked for, before anything is started. */
class GateInitTest {
    private static final String SCENARIO = """
            schema: 1
            name: shop
            request: { path: / }
            load: { closed: { stairs: { start: 0, add: 8, times: 4, ramp: 1s, hold: 1s } } }
            variants:
              first: { target: { url: "http://127.0.0.1:9" } }
              second: { target: { url: "http://127.0.0.1:9" } }
            profiles:
              open: { load.closed: null, load.open: { rate: { perSecond: 50, hold: 1s } } }
              limited: { expect: { "p90@16": <300ms } }
            """;

    @TempDir
    private Path directory;

    @BeforeEach
    void writeTheScenario() throws IOException {
        Files.writeString(directory.resolve("mine.yaml"), SCENARIO);
        Files.writeString(directory.resolve("there.yaml"), "by hand");
    }

    /** DIRECTORY in an option is the test's. */
    private Shell.CommandResult init(String options) {
        var words = new ArrayList<>(
                List.of("gate", "init", directory.resolve("mine.yaml").toString()));
        if (!options.isEmpty()) {
            words.addAll(
                    List.of(options.replace("DIRECTORY", directory.toString()).split(" ", -1)));
        }
        return Shell.run(words.toArray(String[]::new));
    }

    @Test
    void theDryRunMeasuresTheFirstVariantAgainstItselfInTheWindowsOfThePrGate() {
        var plan = init("--dry-run");

        assertThat(plan.exit()).as(plan.err()).isZero();
        assertThat(plan.out())
                .containsPattern("\n32 users: 4 windows of [0-9.]+ s per variant")
                .containsPattern("\n8 users: 4 windows")
                .containsPattern("block: (base, head|head, base)\n")
                .containsPattern("time: about \\d+ s")
                .contains("gate: " + directory.resolve("shop-gate.yaml"));
        assertThat(plan.out().lines().filter(line -> line.startsWith("block: ")))
                .hasSize(6);
        assertThat(directory.resolve("shop-gate.yaml")).doesNotExist();
    }

    @Test
    void pairsDesignAndVariantAreTheUsersToChoose() throws IOException {
        Files.writeString(directory.resolve("design.yaml"), """
                version: 1
                gate: short
                design:
                  shape: alternating
                  pairs: { looks: [12, 16] }
                  windows: { per_level: 2, length: 200ms }
                  levels: [5]
                absolute: [ { metric: errors, levels: all, max: 0% } ]
                """);

        var plan = init("--dry-run --pairs 3 --design DIRECTORY/design.yaml --variant second");

        assertThat(plan.out()).contains("5 users: 2 windows of 0.20 s");
        assertThat(plan.out().lines().filter(line -> line.startsWith("block: ")))
                .hasSize(3);
        assertThat(init("--dry-run --variant new=http://127.0.0.1:9 --variant second")
                        .exit())
                .isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--variant first,second | gate init measures one variant against itself, got 2",
                "--variant a=http://h:1 --variant b=http://h:2 --variant first | against itself, got 2",
                "--variant third | there is no variant third",
                "--variant a=http://h:1 | takes its request from which variant?",
                "--pairs 2 | --pairs: must be from 3 to 1000, got 2",
                "--pairs x | --pairs",
                "--design nightly | is a gate of shape sequential",
                "--design selftest-counts | too few pairs for a draft",
                "--design nothing | there is no built-in gate nothing",
                "--profile open | gate init: scenario shop has an open load",
                "--profile limited | this run of shop has no level 16",
                "--profile none | none",
                "-o DIRECTORY/there.yaml | there.yaml exists already",
                "-o DIRECTORY/gate.txt | a gate file ends in .yaml or .yml",
                "-o DIRECTORY | ends in .yaml",
                "--trials 3 | --trials"
            })
    void whatCannotBeDoneIsRefused(String options, String why) {
        for (var more : List.of("", " --dry-run")) {
            var refused = init(options + more);

            assertThat(refused.exit()).as(refused.err()).isEqualTo(ExitCode.USAGE.code());
            assertThat(refused.out()).isEmpty();
            assertThat(refused.err()).startsWith("ralbench: ").contains(why).doesNotContain("\tat ");
        }
        assertThat(directory.resolve("there.yaml")).hasContent("by hand");
        assertThat(directory.resolve("shop-gate.yaml")).doesNotExist();
    }

    @Test
    void aScenarioThatIsNotThereIsRefused() {
        assertThat(Shell.run("gate", "init", "dealy-200").err()).contains("there is no built-in scenario dealy-200");
        assertThat(Shell.run("gate", "init").err()).contains("SCENARIO");
    }

    @Test
    void theHelpHasAnExample() {
        assertThat(Shell.run("gate", "init", "--help").out()).contains("Examples: ralbench gate init", "--force");
    }
}
