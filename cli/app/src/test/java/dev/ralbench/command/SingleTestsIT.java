package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Repository;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code ./test} finds tests by name, and what Maven calls a success counts only if they ran. */
class SingleTestsIT {
    private static final String RAN =
            "[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: %d, Time elapsed: 1 s -- in %s";

    @TempDir
    private Path directory;

    private Path home;

    private record Outcome(int exit, String out, String err) {}

    @BeforeEach
    void makeACheckout() throws IOException {
        home = Files.createDirectories(directory.resolve("a checkout"));
        for (var script : List.of("test", "ralbench")) {
            Files.copy(Repository.ROOT.resolve(script), home.resolve(script));
        }
        add("cli/engine/src/test/java/a/load/ShapeTest.java", "package a.load;");
        add("cli/spec/src/test/java/a/TextTest.java", "package a;");
        add("cli/app/src/test/java/a/RunIT.java", "package a;");
        add("targets/netty/src/test/kotlin/TextTest.kt", "package b.netty");
        add("targets/netty/pom.xml", "");
        add("pom.xml", "");
    }

    private void add(String file, String text) throws IOException {
        var path = home.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text + "\n");
    }

    /** Notes how it was called, prints this and ends with that. */
    private void scriptMaven(int exit, String... lines) throws IOException {
        add(
                "bin/mvn",
                "#!/bin/sh\necho \"$@\" >>calls\ncat <<'END'\n" + String.join("\n", lines) + "\nEND\nexit " + exit);
        assertThat(home.resolve("bin/mvn").toFile().setExecutable(true)).isTrue();
    }

    private String calls() throws IOException {
        var calls = home.resolve("calls");
        return Files.exists(calls) ? Files.readString(calls) : "";
    }

    private Outcome test(String... args) throws Exception {
        var command = new ArrayList<>(List.of("bash", home.resolve("test").toString()));
        command.addAll(List.of(args));
        var builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment()
                .putAll(Map.of(
                        "PATH",
                        home.resolve("bin") + ":" + System.getenv("PATH"),
                        "RALBENCH_JAVA_HOME",
                        System.getProperty("java.home")));
        var out = directory.resolve("out.txt");
        var err = directory.resolve("err.txt");
        var process =
                builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Outcome(
                process.exitValue(),
                Files.readString(out, StandardCharsets.UTF_8),
                Files.readString(err, StandardCharsets.UTF_8));
    }

    @Test
    void aUnitTestNeedsItsModuleAndThoseBelow() throws Exception {
        scriptMaven(
                0,
                "[INFO]  T E S T S",
                RAN.formatted(0, "a.load.ShapeTest"),
                "[INFO] Results:",
                "[INFO] BUILD SUCCESS");

        var outcome = test("ShapeTest#grows", "--", "-Dgolden.update=true");

        assertThat(outcome.exit()).as(outcome.err()).isZero();
        assertThat(outcome.out()).contains("tests: 3, Failures: 0").doesNotContain("BUILD");
        assertThat(calls().lines())
                .singleElement()
                .asString()
                .contains(" -o ", " -Dit.test=NONE ")
                .contains(" -pl cli/engine -am ", " -Dtest=a.load.ShapeTest#grows ", " -Dgolden.update=true ")
                .endsWith(" test");
    }

    @Test
    void anIntegrationTestNeedsPackagesAndTheTargetsOnce() throws Exception {
        scriptMaven(0, RAN.formatted(0, "a.RunIT"));

        assertThat(test("RunIT").exit()).isZero();
        assertThat(test("RunIT").exit()).isZero();

        assertThat(calls().lines())
                .hasSize(3)
                .satisfiesExactly(
                        first -> assertThat(first)
                                .contains("-pl targets/netty -am")
                                .endsWith(" package"),
                        second -> assertThat(second)
                                .contains(" -Dit.test=a.RunIT ")
                                .endsWith(" verify"),
                        third -> assertThat(third)
                                .contains(" -Dit.test=a.RunIT ")
                                .endsWith(" verify"));
    }

    @Test
    void aNameOfSeveralModulesRunsInEachAndAPartOfThePathSelects() throws Exception {
        scriptMaven(0, RAN.formatted(0, "a.TextTest"), RAN.formatted(0, "b.netty.TextTest"));

        assertThat(test("TextTest").exit()).isZero();
        assertThat(test("netty/TextTest").exit()).isZero();

        assertThat(calls().lines())
                .satisfiesExactly(
                        both -> assertThat(both).contains("-Dtest=a.TextTest,b.netty.TextTest "),
                        one -> assertThat(one).contains(" -pl targets/netty -am ", "-Dtest=b.netty.TextTest "));
        assertThat(test("engine/TextTest").err()).contains("TextTest is in cli/spec targets/netty");
    }

    @Test
    void aTestThatDidNotRunIsNoSuccess() throws Exception {
        scriptMaven(0, RAN.formatted(3, "a.load.ShapeTest"));
        assertThat(test("ShapeTest"))
                .satisfies(outcome -> assertThat(outcome.exit()).isEqualTo(3))
                .satisfies(outcome -> assertThat(outcome.err()).contains("nothing ran of ShapeTest"));

        scriptMaven(0, RAN.formatted(0, "a.load.ShapeTests"));
        assertThat(test("ShapeTest").exit()).isEqualTo(3);

        scriptMaven(0, RAN.formatted(1, "a.load.ShapeTest$Nested"));
        assertThat(test("ShapeTest").exit()).isZero();
    }

    @Test
    void aBuildThatFailsShowsItsErrors() throws Exception {
        scriptMaven(1, "[INFO] Building", "[ERROR] Shape.java:[7,3] cannot find symbol");

        var outcome = test("ShapeTest");

        assertThat(outcome.exit()).isEqualTo(1);
        assertThat(outcome.err())
                .contains("cannot find symbol", "the build failed")
                .doesNotContain("Building");
    }

    @Test
    void whatIsMissingIsDownloaded() throws Exception {
        scriptMaven(1, "[ERROR] Cannot access central in offline mode");

        assertThat(test("ShapeTest").err()).contains("Maven downloads it");

        assertThat(calls().lines())
                .satisfiesExactly(
                        first -> assertThat(first).contains(" -o "),
                        second -> assertThat(second).doesNotContain(" -o "));
    }

    @Test
    void aWrongNameIsAnsweredWithTheNearest() throws Exception {
        var outcome = test("ShapTest");

        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.err()).contains("there is no test ShapTest", "did you mean ShapeTest");
        assertThat(test("--lsit").exit()).isEqualTo(ExitCode.USAGE.code());
    }

    @Test
    void namesAreFoundByAWord() throws Exception {
        assertThat(test("--list", "text").out().lines())
                .satisfiesExactly(
                        one -> assertThat(one).matches("TextTest +cli/spec"),
                        other -> assertThat(other).matches("TextTest +targets/netty"));
        assertThat(test("--list", "nowhere").exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(test().out()).startsWith("Usage: ./test NAME");
    }
}
