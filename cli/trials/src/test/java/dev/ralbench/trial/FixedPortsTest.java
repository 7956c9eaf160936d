package dev.ralbench.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ralbench.Failure;
import dev.ralbench.result.Design;
import dev.ralbench.scenario.Overrides;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.scenario.ScenarioFile;
import org.junit.jupiter.api.Test;

class FixedPortsTest {
    private static Scenario scenario(int headPort) {
        return ScenarioFile.parse("mine.yaml", """
                        schema: 1
                        name: mine
                        request: { path: / }
                        load: { closed: { constant: { users: 5, hold: 1s } } }
                        variants:
                          base: { target: { image: "shop:1", ready: /, port: 8080 } }
                          head: { target: { image: "shop:2", ready: /, port: %d } }
                        """.formatted(headPort))
                .resolve(Overrides.none())
                .scenario();
    }

    @Test
    void variantsThatRunAtTheSameTimeCannotShareAPort() {
        var failure =
                catchThrowableOfType(Failure.class, () -> FixedPorts.check(scenario(8080), Design.Order.ALTERNATING));

        assertThat(failure.what()).contains("base", "head", "8080");
        assertThatCode(() -> FixedPorts.check(scenario(8081), Design.Order.ALTERNATING))
                .doesNotThrowAnyException();
    }

    @Test
    void oneAfterTheOtherCan() {
        assertThatCode(() -> FixedPorts.check(scenario(8080), Design.Order.INTERLEAVED))
                .doesNotThrowAnyException();
    }
}
