package dev.ralbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ralbench.Failure;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.yaml.Node;
import dev.ralbench.yaml.Problems;
import dev.ralbench.yaml.YamlTree;
import org.junit.jupiter.api.Test;

class YamlTreeTest {

    @Test
    void everyNodeKnowsWhereItBegins() {
        var root = (Node.Mapping) YamlTree.read(
                "a.yaml", ScenarioDirectory.KIND, "one: 1\ntwo:\n  - x\n  - { three: 3 }\n", new Problems());
        var list = (Node.Items) root.value("two").orElseThrow();
        var inner = (Node.Mapping) list.items().get(1);

        assertThat(root.find("two").orElseThrow().keyOrigin().place()).isEqualTo("a.yaml:2:1");
        assertThat(list.origin().place()).isEqualTo("a.yaml:3:3");
        assertThat(inner.origin().place()).isEqualTo("a.yaml:4:5");
        assertThat(inner.value("three").orElseThrow().origin().place()).isEqualTo("a.yaml:4:14");
    }

    @Test
    void anAliasStandsForTheValueOfItsAnchor() {
        var source = Texts.source(Texts.withClosed("{ sequence: [&step { burst: { users: 5 } }, *step] }"));

        var document = source.resolve(Overrides.none()).scenario().document();

        assertThat(ScenarioFile.write(document)).doesNotContain("&", "*");
        assertThat(ScenarioFile.parse("again.yaml", ScenarioFile.write(document))
                        .resolve(Overrides.none())
                        .scenario()
                        .document())
                .isEqualTo(document);
    }

    @Test
    @Disturbance(value = "aliases of aliases in YAML, a billion values", then = "read in no time and refused")
    void aliasesOfAliasesDoNotBlowUp() {
        var text = new StringBuilder("a0: &a0 [x, x]\n");
        for (int i = 1; i < 30; i++) {
            text.append("a%d: &a%d [*a%d, *a%d]\n".formatted(i, i, i - 1, i - 1));
        }

        var failure = catchThrowableOfType(Failure.class, () -> Texts.source(text.toString()));

        assertThat(failure.why()).contains("a29: unknown key");
    }

    @Test
    @Disturbance(value = "line breaks and escapes in a value of a scenario", then = "one line, without them")
    void aProblemIsOneLineWhateverTheValueHolds() {
        var text = Texts.withClosed("{ burst: { users: 5 } }").replace("name: mine", "name: \"a\\nb\\e[31m\"");

        var failure = catchThrowableOfType(Failure.class, () -> Texts.source(text));

        assertThat(failure.why().lines()).hasSize(1);
        assertThat(failure.why()).endsWith("got a?b?[31m");
    }

    @Test
    void problemsOfAProfileAreToldWithItsName() {
        var text = Texts.withClosed("{ burst: { users: 5 } }", "profiles:\n  none: { variants.two: null }\n");

        var failure = catchThrowableOfType(Failure.class, () -> Texts.source(text));

        assertThat(failure.why())
                .isEqualTo(
                        "mine.yaml:12:8: predict.two: there is no such variant; valid here: one (with profile none)");
    }
}
