package dev.ralbench.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.dependency.declared.ReadyCondition;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class OwnServiceTest {
    @Test
    void aCommandOfOnesOwnKeepsThePortForLater() {
        var definition = OwnService.byCommand(
                "shop",
                "${java} ${jvmFlags} -jar shop.jar ${port}",
                Optional.empty(),
                new ReadyCondition.Http("/up"),
                Map.of(),
                List.of("-Xmx1g"));

        assertThat(definition.commandLine("4711", "/jdk/bin/java", Map.of()))
                .isEqualTo("/jdk/bin/java -Xmx1g -jar shop.jar 4711");
        assertThat(definition.title()).isEqualTo("shop");
    }

    @Test
    void thePortMayGoIntoTheEnvironmentInstead() {
        var definition = OwnService.byCommand(
                "shop",
                "node shop.js",
                Optional.empty(),
                new ReadyCondition.Http("/up"),
                Map.of("PORT", "${port}"),
                List.of());

        assertThat(definition.variables("4711", Map.of())).containsEntry("PORT", "4711");
    }

    @Test
    void aCommandThatSaysNothingOfAPortLearnsItByVariables() {
        var silent = OwnService.byCommand(
                "shop",
                "node shop.js",
                Optional.empty(),
                new ReadyCondition.Http("/up"),
                Map.of("A", "1", "PORT", "80"),
                List.of());
        var told = OwnService.byCommand(
                "shop",
                "node shop.js ${port}",
                Optional.empty(),
                new ReadyCondition.Http("/up"),
                Map.of("A", "1"),
                List.of());

        assertThat(silent.variables("4711", Map.of()))
                .containsOnly(Map.entry("PORT", "80"), Map.entry("SERVER_PORT", "4711"), Map.entry("A", "1"));
        assertThat(told.variables("4711", Map.of())).containsOnly(Map.entry("A", "1"));
    }

    @Test
    void anImageLearnsItsPortByVariablesUnlessTheySayOtherwise() {
        var definition = OwnService.byImage(
                "shop:1",
                "",
                new ReadyCondition.Http("/up"),
                Map.of("PORT", "80", "A", "${port}"),
                OptionalInt.empty());

        assertThat(definition.variables("4711", Map.of()))
                .containsOnly(Map.entry("PORT", "80"), Map.entry("SERVER_PORT", "4711"), Map.entry("A", "4711"));
        assertThat(definition.program().image()).contains("shop:1");
        assertThat(definition.conditions().port()).isEmpty();
    }
}
