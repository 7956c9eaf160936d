package dev.ralbench.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.dependency.declared.ReadyCondition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    @ParameterizedTest
    @CsvSource({
        "${java} ${jvmFlags} -jar ${jar} ${port}, '', true",
        "${java} ${jvmFlags} -jar ${jar} ${port}, -XX:AOTMode=off, false",
        "${java} -XX:SharedArchiveFile=mine.jsa -jar ${jar} ${port}, '', false",
        "${java} -cp ${jar} Main ${port}, '', false",
        "cd shop && ${java} -jar ${jar} ${port}, '', false",
        "${java} -jar absent.jar ${port}, '', false",
        "java -jar ${jar} ${port}, '', false",
    })
    void aJarThatRalbenchsJvmStartsCanLearnUnderLoad(
            String command, String flags, boolean learns, @TempDir Path directory) throws IOException {
        var jar = Files.writeString(directory.resolve("shop.jar"), "a");

        var definition = OwnService.byCommand(
                "shop", command, Optional.of(jar.toString()), new ReadyCondition.Http("/up"), Map.of(), List.of(flags));

        assertThat(definition.program().learnsUnderLoad()).isEqualTo(learns);
    }

    @Test
    void theFlagsOfAStartUpCacheComeFirst(@TempDir Path directory) throws IOException {
        var jar = Files.writeString(directory.resolve("shop.jar"), "a");
        var definition = OwnService.byCommand(
                "shop",
                "${java} ${jvmFlags} -jar " + jar + " ${port}",
                Optional.empty(),
                new ReadyCondition.Http("/up"),
                Map.of(),
                List.of("-Xmx1g"));

        assertThat(definition.commandLine("1", "java", Map.of())).isEqualTo("java -Xmx1g -jar " + jar + " 1");
        assertThat(definition.withAotCache(Path.of("/c/x.aot")).commandLine("1", "java", Map.of()))
                .isEqualTo("java -XX:AOTCache=/c/x.aot -XX:AOTMode=on -Xmx1g -jar " + jar + " 1");
        assertThat(definition.making(Path.of("/c/x.aot")).commandLine("1", "java", Map.of()))
                .isEqualTo("java -XX:AOTCacheOutput=/c/x.aot -Xmx1g -jar " + jar + " 1");
    }
}
