package dev.ralbench.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.Failure;
import dev.ralbench.compare.VariantFact;
import dev.ralbench.gate.NoisyJudge.FailWhen;
import dev.ralbench.metric.MetricLimit;
import dev.ralbench.metric.MetricLimit.Operator;
import dev.ralbench.metric.ProcessMetrics;
import dev.ralbench.metric.RequestMetrics;
import dev.ralbench.result.Design;
import dev.ralbench.testing.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class GateFileTest {
    static final Path EXAMPLES = Repository.path("scenarios", "gates");

    static List<Path> examples() throws IOException {
        try (var files = Files.list(EXAMPLES)) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void everyExampleIsAGateOfItsFilesName(Path file) {
        assertThat(GateFile.read(file).name() + ".yaml").isEqualTo(String.valueOf(file.getFileName()));
    }

    @Test
    void theDesignIsReadWithItsUnits() {
        var design = GateFile.read(EXAMPLES.resolve("pr.yaml")).design();

        assertThat(design.shape()).isEqualTo(GateDesign.Shape.ALTERNATING);
        assertThat(design.looks()).containsExactly(6, 9, 12, 16, 20);
        assertThat(design.turns()).contains(new Design.Turns(List.of(), 4, 1000, 500, 100, 60_000));
        assertThat(design.leavesLevels()).isTrue();
        assertThat(design.vary()).containsExactlyInAnyOrder(VariantFact.IMAGE, VariantFact.REVISION);
        assertThat(design.control()).isFalse();
    }

    @Test
    void rulesAreReadInTheUnitsOfTheirMetrics() {
        var gate = GateFile.read(EXAMPLES.resolve("pr.yaml"));

        assertThat(gate.rules(RelativeRule.class))
                .startsWith(new RelativeRule(RequestMetrics.GOODPUT, new LevelChoice.Every(), 0.05, 0.1, false))
                .contains(new RelativeRule(ProcessMetrics.CPU_PER_REQUEST, new LevelChoice.Highest(), 0.1, 0.25, true));
        assertThat(gate.rules(ExactRule.class))
                .contains(new ExactRule(ProcessMetrics.THREADS_PEAK, new LevelChoice.WholeRun(), 2, true));
        assertThat(gate.rules(AbsoluteRule.class))
                .containsExactly(
                        new AbsoluteRule(
                                new MetricLimit(RequestMetrics.ERRORS, Optional.empty(), Operator.AT_MOST, 0.001),
                                new LevelChoice.Every(),
                                true,
                                false),
                        new AbsoluteRule(
                                new MetricLimit(RequestMetrics.STALL, Optional.empty(), Operator.AT_MOST, 1),
                                new LevelChoice.Highest(),
                                false,
                                false));
    }

    @Test
    void defaultsAreThoseOfTheDocumentation() {
        var gate = GateFile.parse("g.yaml", """
                version: 1
                gate: g
                design: { shape: alternating, pairs: { looks: [10] }, levels: [64] }
                absolute: [{ metric: goodput, min: 4000/s }]
                """, List.of());

        assertThat(gate.design().turns()).contains(new Design.Turns(List.of(64), 4, 2500, 500, 2_000, 60_000));
        assertThat(GateFile.parse("g.yaml", """
                version: 1
                gate: g
                design:
                  shape: alternating
                  pairs: { looks: [10] }
                  levels: [64]
                  warmup: { requests: 300, limit: 3s }
                absolute: [{ metric: goodput, min: 4000/s }]
                """, List.of()).design().turns())
                .contains(new Design.Turns(List.of(64), 4, 2500, 500, 300, 3_000));
        assertThat(gate.decision())
                .isEqualTo(new Gate.DecisionTerms(
                        0.01, 0.05, FailWhen.SIGNIFICANT_AND_MATERIAL, Gate.OnInconclusive.FAIL));
        assertThat(gate.rules(AbsoluteRule.class))
                .containsExactly(new AbsoluteRule(
                        new MetricLimit(RequestMetrics.GOODPUT, Optional.empty(), Operator.AT_LEAST, 4000),
                        new LevelChoice.WholeRun(),
                        false,
                        false));
    }

    /** An example of one in a built-in gate would accept that regression in everybody's build. */
    @ParameterizedTest
    @ValueSource(strings = {"pr", "slow-start", "nightly", "work", "selftest", "selftest-counts"})
    void builtInGatesAcceptNothing(String name) {
        assertThat(GateFile.find(name, List.of()).accept()).isEmpty();
    }

    @Test
    void anAcceptanceHasItsLastDayAndItsReason() {
        var gate = GateFile.parse("g.yaml", """
                version: 1
                gate: g
                design: { shape: sequential, pairs: { looks: [12] } }
                relative: [{ metric: heap_live, material: 10%, tolerate: 25% }]
                accept:
                  - { metric: heap_live, until: 2027-04-01, reason: "a larger cache, on purpose", new_material: 30% }
                """, List.of());

        assertThat(gate.accept())
                .containsExactly(new Acceptances.Acceptance(
                        ProcessMetrics.HEAP_AFTER_COLLECTION,
                        LocalDate.of(2027, 4, 1),
                        "a larger cache, on purpose",
                        0.3));
    }

    @Test
    void anAcceptanceOfAnExactMetricIsInItsUnit() {
        var gate = GateFile.parse("g.yaml", """
                version: 1
                gate: g
                design: { shape: sequential, pairs: { looks: [1] } }
                exact: [{ metric: threads_peak, slack: 2 }]
                accept: [{ metric: threads_peak, until: 2026-12-31, reason: pool, new_material: 10 }]
                """, List.of());

        assertThat(gate.accept().getFirst().newMaterial()).isEqualTo(10);
    }

    /** As sha256sum prints it. */
    @Test
    void theHashIsThatOfTheFilesBytes() {
        var gate = GateFile.parse("g.yaml", MINIMAL, List.of());

        assertThat(gate.sha256()).isEqualTo("96b5556a6d05a6309a2cd847400d18acdedb1ea64df852c2a0e3515d7971a07f");
    }

    private static final String MINIMAL = """
            version: 1
            gate: g
            design: { shape: sequential, pairs: { looks: [1] } }
            exact: [{ metric: sql_request, slack: 0 }]
            """;

    @Test
    void levelsOfRulesAreHeldAgainstThoseOfTheScenario() throws IOException {
        var text = Files.readString(EXAMPLES.resolve("nightly.yaml"))
                .replace("cpu/request, levels: highest", "cpu/request, levels: [1024]");

        assertThat(GateFile.parse("n.yaml", text, Cells.levels(256, 1024)).name())
                .isEqualTo("nightly");
        assertThatThrownBy(() -> GateFile.parse("n.yaml", text, Cells.levels(256, 512)))
                .isInstanceOfSatisfying(
                        Failure.class,
                        failure -> assertThat(failure.why())
                                .contains(
                                        "n.yaml:15:36: relative[1].levels: there is no level 1024; valid here: 256, 512"));
    }

    @Test
    void theFamilyCountsEveryLevelOfEveryVariant() {
        var gate = GateFile.read(EXAMPLES.resolve("pr.yaml")).atLevels(List.of(256, 1024));

        assertThat(gate.familySize(Cells.levels(256, 1024), 1)).isEqualTo(4);
        assertThat(gate.familySize(Cells.levels(256, 1024), 2)).isEqualTo(8);
        assertThat(Optional.of(gate.design().ownLevels())).contains(Cells.levels(256, 1024));
    }
}
