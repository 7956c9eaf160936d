package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.command.GateDrafting.WantedGate;
import dev.ralbench.gate.GateFile;
import dev.ralbench.page.Terminal;
import dev.ralbench.result.NoiseBank;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialFailure;
import dev.ralbench.result.TrialResult;
import dev.ralbench.scenario.Overrides;
import dev.ralbench.scenario.ParsedScenario;
import dev.ralbench.scenario.ScenarioFile;
import dev.ralbench.testing.Copy;
import dev.ralbench.testing.FakeClock;
import dev.ralbench.testing.SyntheticRun;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a gate that was drafted says of the run that it comes from, in its file and on the terminal, and how it is used. */
class GateDraftingTest {
    private static final List<String> BUSY =
            List.of("other programs used 83 % of the CPUs", "something else was odd, too");

    /** Of a JVM, into which ralbench can look. */
    private static final ParsedScenario SCENARIO = ScenarioFile.parse("shop.yaml", """
                    schema: 1
                    name: shop
                    request: { path: /checkout }
                    load: { closed: { constant: { users: 10, hold: 1s } } }
                    jvm: -Xmx64M
                    needs: { mysql: { database: shop } }
                    variants:
                      base: { target: tomcat }
                      head: { target: tomcat }
                    """);

    private static final String NODE = "{ target: { command: node server.js, ready: /health } }";
    private static final String JAVA = "{ target: { command: \"${java} -jar ${jar}\", jar: app.jar, ready: /health } }";

    private final ByteArrayOutputStream told = new ByteArrayOutputStream();

    @TempDir
    private Path directory;

    private static RunResult quiet() {
        return SyntheticRun.of("base", "head")
                .levels(10)
                .turns(4)
                .noise(0.01)
                .blocks(6)
                .run();
    }

    /** The head of each of the first blocks. */
    private static RunResult suspectIn(int blocks) {
        var suspect = new TrialResult.Validity(TrialResult.ValidityLevel.SUSPECT, BUSY);
        return SyntheticRun.eachTrial(
                quiet(),
                trial -> trial.id().block() <= blocks && trial.id().variant().equals("head")
                        ? Copy.of(trial).with("validity", suspect).made()
                        : trial);
    }

    /** The comments before the gate, and what is said of it. */
    private String drafted(RunResult run) throws IOException {
        var stream = new PrintStream(told, true, StandardCharsets.UTF_8);
        var console = new Console(stream, stream, Terminal.none(), Map.of());
        var like = GateFile.find("pr", List.of()).atLevels(List.of(10));
        var path = directory.resolve("shop-gate.yaml");
        new GateDrafting(console, new FakeClock(), NoiseBank.in(directory))
                .write(
                        new WantedGate(
                                "shop.yaml",
                                SCENARIO,
                                SCENARIO.resolve(Overrides.none()).scenario(),
                                "base",
                                false,
                                like,
                                new YamlOutput("gate", path, false)),
                        run);
        return Files.readString(path);
    }

    @Test
    void aGateOfAQuietMachineSaysNothingOfIt() throws IOException {
        assertThat(drafted(quiet())).startsWith("# Gate for the scenario shop").doesNotContain("suspect");
        assertThat(told.toString(StandardCharsets.UTF_8)).doesNotContain("suspect");
    }

    @Test
    void aGateOfSuspectTrialsSaysSoWhereItIsRead() throws IOException {
        assertThat(drafted(suspectIn(3)).lines().takeWhile(line -> line.startsWith("#")))
                .containsSubsequence(
                        "# Other machines differ in noise: run gate init where the gate will run.",
                        "# 3 of 12 trials were suspect, so the margins may be wider than they need be.",
                        "# Make the gate again when nothing else runs on the machine.");
        assertThat(told.toString(StandardCharsets.UTF_8))
                .contains("3 of 12 trials were suspect; the first: " + BUSY.getFirst() + "\n")
                .contains("make the gate again when the machine is quiet");
    }

    private static List<String> next(String variants, boolean isChosen) {
        var source = ScenarioFile.parse("shop.yaml", """
                schema: 1
                name: shop
                request: { path: / }
                load: { closed: { constant: { users: 1, hold: 1s } } }
                variants: { %s }
                """.formatted(variants));
        var scenario = source.resolve(Overrides.none()).scenario();
        return new WantedGate(
                        "shop.yaml",
                        source,
                        scenario,
                        scenario.variants().getFirst().name(),
                        isChosen,
                        GateFile.find("pr", List.of()),
                        new YamlOutput("gate", Path.of("shop-gate.yaml"), false))
                .next();
    }

    @Test
    void aServiceThatFailsInABlockGetsNoGate() {
        var failing = SyntheticRun.eachTrial(
                quiet(),
                trial -> trial.id().block() == 6 && trial.id().variant().equals("head")
                        ? Copy.of(trial)
                                .with("status", TrialResult.Status.FAILED)
                                .with("failure", Optional.of(new TrialFailure("head ended with exit code 1")))
                                .with("measurement", Optional.empty())
                                .made()
                        : trial);

        assertThatExceptionOfType(Failure.class)
                .isThrownBy(() -> drafted(failing))
                .withMessageContaining("the service could not be measured")
                .satisfies(failure -> assertThat(failure.kind()).isEqualTo(FailureKind.ENVIRONMENT))
                .satisfies(failure -> assertThat(failure.why()).isEqualTo("head ended with exit code 1"));
        assertThat(directory.resolve("shop-gate.yaml")).doesNotExist();
    }

    @Test
    void aCommandOfTheTreeIsTheSameInAnother() {
        assertThat(next("mine: " + NODE, false))
                .containsExactly(
                        "next: ralbench run --scenario shop.yaml --variant base=mine --variant head=mine"
                                + " --directory base=OLD --gate shop-gate.yaml",
                        "OLD: the directory of the other build, such as a git worktree");
    }

    @Test
    void aJarHasAnother() {
        assertThat(next("mine: " + JAVA, false))
                .first()
                .isEqualTo("next: ralbench run --scenario shop.yaml --variant base=OLD --variant head=NEW"
                        + " --gate shop-gate.yaml");
    }

    @Test
    void aScenarioOfTwoVariantsIsAComparisonUnlessOneIsChosen() {
        assertThat(next("a: " + JAVA + ", b: " + JAVA, false))
                .containsExactly("next: ralbench run --scenario shop.yaml --gate shop-gate.yaml", "compares a and b");
        assertThat(next("a: " + JAVA + ", b: " + JAVA, true)).first().asString().contains(" --variant a --gate ");
    }
}
