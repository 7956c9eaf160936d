package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ralbench.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class YamlOutputTest {
    @TempDir
    private Path directory;

    private YamlOutput output(String name, boolean isForced) {
        return new YamlOutput("gate", directory.resolve(name), isForced);
    }

    private static void assertRefused(Runnable check, String message) {
        assertThatExceptionOfType(Failure.class).isThrownBy(check::run).withMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource({
        "delay-200, delay-200-gate.yaml",
        "mine.yaml, shop-gate.yaml",
        "./mine.yaml, ./shop-gate.yaml",
        "load/mine.yaml, load/shop-gate.yaml",
        "http://127.0.0.1:8080/products/42, shop-gate.yaml"
    })
    void theFileLiesNextToTheScenarios(String scenario, String file) {
        var name = scenario.equals("delay-200") ? "delay-200" : "shop";

        assertThat(YamlOutput.of(Optional.empty(), scenario, name, false).path())
                .isEqualTo(Path.of(file));
        assertThat(YamlOutput.of(Optional.of(Path.of("a.yml")), scenario, name, false)
                        .path())
                .isEqualTo(Path.of("a.yml"));
    }

    @Test
    void nothingIsReplacedUnlessTheUserSaysSo() throws IOException {
        var file = Files.writeString(directory.resolve("g.yaml"), "by hand");

        assertRefused(() -> output("g.yaml", false).checkName(), "g.yaml exists already");
        assertRefused(() -> output("g.yaml", false).write("new"), "g.yaml exists already");
        assertThat(file).hasContent("by hand");

        output("g.yaml", true).checkName();
        output("g.yaml", true).write("new");
        assertThat(file).hasContent("new");
    }

    @Test
    void aDirectoryIsMadeBeforeAnythingIsMeasuredAndNoFileIsLeftThere() {
        var output = output("gates/g.yaml", false);

        output.checkName();
        output.checkPlace();
        assertThat(directory.resolve("gates")).isEmptyDirectory();

        output.write("new");
        assertThat(directory.resolve("gates")).isDirectoryContaining(file -> file.endsWith("g.yaml"));
        assertThat(directory.resolve("gates/g.yaml")).hasContent("new");
    }

    @Test
    void whatNoGateCouldBeFoundUnderIsRefused() throws IOException {
        Files.createDirectory(directory.resolve("d.yaml"));
        Files.writeString(directory.resolve("file"), "");

        assertRefused(() -> output("gate", false).checkName(), "ends in .yaml or .yml");
        assertRefused(() -> output("d.yaml", true).checkName(), "is a directory");
        assertRefused(() -> output("file/g.yaml", false).checkPlace(), "cannot write the gate");
    }
}
