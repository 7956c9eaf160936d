package dev.ralbench.fleet;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.Failure;
import dev.ralbench.scenario.CarriedScenario;
import dev.ralbench.scenario.Overrides;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.scenario.ScenarioCatalog;
import dev.ralbench.secret.Secrets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TargetRulesTest {
    private static final ScenarioCatalog CATALOG = ScenarioCatalog.standard();

    private static TargetRules rules(boolean commands, String... allowed) {
        return new TargetRules(AllowedTargets.parse("--allow", List.of(allowed)), commands, CATALOG);
    }

    private static Scenario own(String target, String more) {
        var text = """
                schema: 1
                name: own
                request: { path: / }
                load: { closed: { constant: { users: 1, hold: 1s } } }
                %s
                variants: { only: { %s } }
                """.formatted(more, target);
        return new CarriedScenario(
                        text,
                        Map.of(
                                "own.sql",
                                "CREATE TABLE own (id INT);".getBytes(java.nio.charset.StandardCharsets.UTF_8)))
                .read("own")
                .resolve(Overrides.none())
                .scenario();
    }

    @Test
    void whatComesWithRalbenchIsStarted() {
        for (var builtIn : CATALOG.builtIns()) {
            assertThatCode(() ->
                            rules(false).check(builtIn.resolve(Overrides.none()).scenario(), Secrets.none()))
                    .as(builtIn.name())
                    .doesNotThrowAnyException();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "target: { command: 'touch /tmp/x', ready: / } | | variant only is a command",
                "target: { image: evil, ready: / } | | variant only is an image",
                "target: { builtIn: mini, jar: evil.jar } | | variant only has a jar of its own",
                "target: mini | 'jvm: -XX:OnError=evil' | the scenario has flags of a JVM",
                "target: mini | 'needs: { evil: { command: evil, ready: tcp } }' | the scenario has needs of its own",
                "target: mini | 'needs: { mysql: { database: own, script: own.sql } }' | the scenario has needs of its own",
            })
    void whatAScenarioDefinesIsStartedIfThatIsAllowed(String target, String more, String refusal) {
        var scenario = own(target, more == null ? "" : more);

        assertThatThrownBy(() -> rules(false).check(scenario, Secrets.none()))
                .isInstanceOfSatisfying(
                        Failure.class,
                        failure -> org.assertj.core.api.Assertions.assertThat(failure.what())
                                .isEqualTo(refusal));
        assertThatCode(() -> rules(true).check(scenario, Secrets.none())).doesNotThrowAnyException();
    }

    @Test
    void aServiceThatRunsAlreadyHasToBeAllowedEvenWhereCommandsAre() {
        var scenario = own("target: { url: 'http://shop.test:8080', pid: 7 }", "");

        assertThatCode(() -> rules(false).check(scenario, Secrets.none())).doesNotThrowAnyException();
        assertThatThrownBy(() -> rules(true, "other.test:*").check(scenario, Secrets.none()))
                .hasMessageContaining("shop.test:8080 is not allowed");
    }
}
