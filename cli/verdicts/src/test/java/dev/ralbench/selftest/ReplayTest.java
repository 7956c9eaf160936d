package dev.ralbench.selftest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ralbench.gate.Gate;
import dev.ralbench.gate.GateFile;
import dev.ralbench.gate.GateResult;
import dev.ralbench.gate.RuleResult;
import dev.ralbench.result.SelfTestFile;
import dev.ralbench.result.SelfTestResult;
import dev.ralbench.result.SelfTestResult.RecordedOutcome;
import dev.ralbench.result.SelfTestResult.SelfTestedRun;
import dev.ralbench.testing.Repository;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The recorded self-tests, judged again from their raw differences by the judge of today. */
class ReplayTest {
    private static final Gate GATE = GateFile.find(Injection.NOISY.gate(), List.of());
    private static final String EQUAL = "20261121T192657Z-equal";

    private static SelfTestResult recorded(String name) {
        return SelfTestFile.read(Repository.path("results/recorded/selftest", name + ".json"));
    }

    private static Map<String, RuleResult> byId(GateResult result) {
        return result.rules().stream().collect(Collectors.toMap(RuleResult::id, Function.identity()));
    }

    /** Three times sixty decisions, of which counts and limits decided none. */
    @ParameterizedTest
    @ValueSource(strings = {EQUAL, "20261121T203131Z-leak-stall-allocation", "20261121T223417Z-cpu-sleep-lock"})
    void decisionsAreTheSameAgain(String name) {
        var runs = recorded(name).runs();

        assertThat(runs).hasSize(60).allSatisfy(run -> {
            var again = new Replay(GATE).judge(run);
            assertThat(again.decision().name()).isEqualTo(run.decision().name());
            assertThat(run.rules())
                    .filteredOn(rule -> !rule.kind().equals("relative"))
                    .allMatch(rule -> rule.outcome() == RecordedOutcome.PASS);
            assertSameRules(run, byId(again));
        });
    }

    /** What failed fails; since a pass has a level of its own, 5 %, a rule may pass that was undecided. */
    private static void assertSameRules(SelfTestedRun run, Map<String, RuleResult> again) {
        var relative = run.rules().stream()
                .filter(rule -> rule.kind().equals("relative"))
                .toList();
        assertThat(again.keySet())
                .containsExactlyInAnyOrderElementsOf(
                        relative.stream().map(SelfTestResult.Rule::id).toList());
        assertThat(relative).allSatisfy(rule -> {
            var now = Objects.requireNonNull(again.get(rule.id()));
            boolean mayPass = rule.outcome() == RecordedOutcome.INCONCLUSIVE;
            assertThat(now.outcome().name())
                    .isIn(
                            rule.outcome().name(),
                            mayPass
                                    ? RecordedOutcome.PASS.name()
                                    : rule.outcome().name());
            var change = now.cell().change().orElseThrow();
            assertThat(change.harm().estimate()).isCloseTo(rule.harm().orElseThrow(), within(1e-12));
            assertThat(change.probabilityOfWorse())
                    .isCloseTo(rule.probabilityOfWorse().orElseThrow(), within(1e-12));
        });
    }

    /** By 3, 4, 5, 6, 10 and 15 %: none of 60 runs finds less than what is material, about half of them exactly that. */
    @Test
    void identicalVariantsMadeWorseAreFoundFromWhatIsMaterialOn() {
        var curves = PowerCurve.of(GATE, recorded(EQUAL).runs());

        assertThat(found(curves, "goodput@16")).containsExactly(0, 0, 27, 60, 60, 60);
        assertThat(found(curves, "cpu/request@16")).containsExactly(5, 9, 22, 44, 59, 60);
        assertThat(found(curves, "p90@16")).containsExactly(0, 0, 0, 0, 34, 60);
        assertThat(found(curves, "alloc/request@16")).containsOnly(60);
        assertThat(found(curves, "heap.after-collection@all")).containsExactly(0, 0, 0, 0, 26, 60);
        assertThat(found(curves, "stall@16")).containsOnly(0);
        var goodput = Objects.requireNonNull(curves.get("goodput@16"));
        assertThat(goodput.runs()).isEqualTo(60);
        assertThat(goodput.material()).isEqualTo(0.05);
        assertThat(goodput.points().getLast().atLeast()).isCloseTo(0.9513, within(0.0001));
    }

    private static List<Integer> found(Map<String, PowerCurve> curves, String rule) {
        return Objects.requireNonNull(curves.get(rule)).points().stream()
                .map(PowerCurve.Point::found)
                .toList();
    }

    @Test
    void onlyRunsOfEqualVariantsThatWereJudgedCount() {
        assertThat(PowerCurve.of(
                        GATE, recorded("20261121T203131Z-leak-stall-allocation").runs()))
                .isEmpty();
    }
}
