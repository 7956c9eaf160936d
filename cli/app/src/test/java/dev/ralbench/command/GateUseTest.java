package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.scenario.Overrides;
import dev.ralbench.scenario.ScenarioFile;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class GateUseTest {
    private static final String NODE = "{ target: { command: node server.js, ready: /health } }";
    private static final String JAVA = "{ target: { command: \"${java} -jar ${jar}\", jar: app.jar, ready: /health } }";

    private static List<String> lines(String variants, boolean isChosen) {
        var source = ScenarioFile.parse("shop.yaml", """
                schema: 1
                name: shop
                request: { path: / }
                load: { closed: { constant: { users: 1, hold: 1s } } }
                variants: { %s }
                """.formatted(variants));
        var first = source.resolve(Overrides.none()).scenario().variants().getFirst();
        return GateUse.lines("shop.yaml", source, first, first.name(), isChosen, Path.of("shop-gate.yaml"));
    }

    @Test
    void aCommandOfTheTreeIsTheSameInAnother() {
        assertThat(lines("mine: " + NODE, false))
                .containsExactly(
                        "next: ralbench run --scenario shop.yaml --variant base=mine --variant head=mine"
                                + " --directory base=OLD --gate shop-gate.yaml",
                        "OLD: the directory of the other build, such as a git worktree");
    }

    @Test
    void aJarHasAnother() {
        assertThat(lines("mine: " + JAVA, false))
                .first()
                .isEqualTo("next: ralbench run --scenario shop.yaml --variant base=OLD --variant head=NEW"
                        + " --gate shop-gate.yaml");
    }

    @Test
    void aScenarioOfTwoVariantsIsAComparisonUnlessOneIsChosen() {
        assertThat(lines("a: " + JAVA + ", b: " + JAVA, false))
                .containsExactly("next: ralbench run --scenario shop.yaml --gate shop-gate.yaml", "compares a and b");
        assertThat(lines("a: " + JAVA + ", b: " + JAVA, true))
                .first()
                .asString()
                .contains(" --variant a --gate ");
    }
}
