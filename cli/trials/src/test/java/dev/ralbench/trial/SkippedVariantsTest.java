package dev.ralbench.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.result.Design;
import dev.ralbench.scenario.Overrides;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.scenario.ScenarioFile;
import dev.ralbench.scenario.Variant;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SkippedVariantsTest {
    private static final Scenario SCENARIO =
            ScenarioFile.parse("mine.yaml", """
                    schema: 1
                    name: mine
                    request: { path: / }
                    load: { closed: { constant: { users: 5, hold: 1s } } }
                    variants:
                      a: { target: tomcat }
                      b: { target: express }
                      c: { target: tomcat }
                      d: { target: express }
                    predict: { a: { delay: 1s }, b: { delay: 1s } }
                    """).resolve(Overrides.none()).scenario();

    private static Failure noNode() {
        return Failure.environment("Node.js is missing", "no node here", "install it");
    }

    private static SkippedVariants skipped(String... names) {
        var reasons = new LinkedHashMap<String, Failure>();
        List.of(names).forEach(name -> reasons.put(name, noNode()));
        return new SkippedVariants(reasons);
    }

    private static RunPlan plan(Optional<Design.GateReference> gate) {
        var design = new Design(Design.Order.INTERLEAVED, List.of(3), Optional.empty(), gate, 1);
        return new RunPlan(
                SCENARIO,
                design,
                Schedule.of(SCENARIO.variants(), 3, design.order(), 7),
                BlockRule.ALL,
                Pace.unknown(),
                7,
                new RunCall(Instant.EPOCH, "ralbench", List.of()),
                new RunNames("run", Path.of("result.json"), Path.of("logs")),
                false,
                false,
                false,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    @Test
    void aRunGoesOnWithTheOthersInEveryBlock() {
        var left = skipped("b", "d").leftOf(plan(Optional.empty()));

        assertThat(left.scenario().variants()).extracting(Variant::name).containsExactly("a", "c");
        assertThat(left.schedule().names())
                .hasSize(3)
                .allSatisfy(block -> assertThat(block).containsExactlyInAnyOrder("a", "c"));
        assertThat(left.scenario().expected().predictions()).containsOnlyKeys("a");
        assertThat(left.scenario().document()).isEqualTo(SCENARIO.document());
    }

    @Test
    void withoutAnythingToSkipThePlanStays() {
        var plan = plan(Optional.empty());

        assertThat(skipped().leftOf(plan)).isSameAs(plan);
        assertThat(skipped().lines()).isEmpty();
    }

    @Test
    void oneLineSaysWhichWhyAndHowToChangeIt() {
        assertThat(skipped("b", "d").lines())
                .containsExactly("skipped: b, d: Node.js is missing: no node here; install it");
    }

    @Test
    void ifNoVariantIsLeftSomethingIsMissing() {
        var all = SCENARIO.variants().stream().map(Variant::name).toArray(String[]::new);

        var failure = catchThrowableOfType(Failure.class, () -> skipped(all).leftOf(plan(Optional.empty())));

        assertThat(failure.kind()).isEqualTo(FailureKind.ENVIRONMENT);
        assertThat(failure.what()).isEqualTo("no variant of mine can be measured");
        assertThat(failure.why()).isEqualTo("Node.js is missing: no node here");
        assertThat(failure.fix()).isEqualTo("install it");
    }

    @Test
    void aGateNeedsAllOfItsVariants() {
        var gate = Optional.of(new Design.GateReference("pr", "0"));

        var failure = catchThrowableOfType(Failure.class, () -> skipped("d").leftOf(plan(gate)));

        assertThat(failure.kind()).isEqualTo(FailureKind.ENVIRONMENT);
        assertThat(failure.what()).isEqualTo("the gate needs variant d, which cannot be measured");
    }
}
