package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.scenario.Overrides;
import dev.ralbench.scenario.ScenarioFile;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScenarioNotesTest {
    private static List<String> lines(String variants) {
        return ScenarioNotes.beforeRun(ScenarioFile.parse("shop.yaml", """
                        schema: 1
                        name: shop
                        request: { path: /products/42 }
                        load: { closed: { constant: { users: 1, hold: 1s } } }
                        variants: { %s }
                        """.formatted(variants))
                .resolve(Overrides.none())
                .scenario());
    }

    private static String shop(String more) {
        return "{ target: { command: node server.js, ready: /health" + more + " } }";
    }

    @Test
    void aServiceInOneDirectoryUnderTwoNamesIsTold() {
        assertThat(lines("base: " + shop("") + ", head: " + shop("")))
                .containsExactly("base and head are started alike, in the same directory: one build twice;"
                        + " --directory base=DIR starts base in another checkout");
    }

    @Test
    void aBuiltInTargetTwiceIsTold() {
        assertThat(lines("a: { target: mini }, b: { target: mini }"))
                .containsExactly("a and b are one build twice; what differs will be noise");
    }

    @Test
    void anotherDirectoryVariableOrControlIsNot() {
        assertThat(lines("base: " + shop(", directory: ../base") + ", head: " + shop("") + ", other: "
                        + shop(", env: { MODE: fast }") + ", control: " + shop("")))
                .isEmpty();
    }
}
