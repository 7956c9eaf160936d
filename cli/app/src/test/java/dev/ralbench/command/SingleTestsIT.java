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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code ./test} finds tests by name, and what Maven calls a success counts only if they ran. */
class SingleTestsIT {
    private static final String RAN =
            "[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 1 s -- in %s";

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

    /** Notes how it was called, makes the jars of targets and its reports, prints this and ends with that. */
    private void scriptMaven(int exit, String... lines) throws IOException {
        add("bin/mvn", """
                #!/bin/sh
                echo "$@" >>calls
                case "$*" in *package) mkdir -p targets/netty/target && touch targets/netty/target/netty.jar ;; esac
                [ ! -d scripted ] || cp -R scripted/. .
                cat <<'END'
                %s
                END
                exit %d""".formatted(String.join("\n", lines), exit));
        assertThat(home.resolve("bin/mvn").toFile().setExecutable(true)).isTrue();
    }

    /** What the next Maven reports of a class, instead of what was said before: its tests that ran and were skipped. */
    private void report(String module, String kind, String type, List<String> ran, List<String> skipped)
            throws IOException {
        var tests = Stream.concat(
                ran.stream().map(name -> "  <testcase name=\"" + name + "\" classname=\"" + type + "\" time=\"0.1\"/>"),
                skipped.stream()
                        .map(name -> "  <testcase name=\"" + name + "\" classname=\"" + type + "\" time=\"0\">\n"
                                + "    <skipped message=\"no Docker engine\"/>\n  </testcase>"));
        add(
                "scripted/" + module + "/target/" + kind + "-reports/TEST-" + type + ".xml",
                tests.collect(Collectors.joining("\n", "<testsuite name=\"" + type + "\">\n", "\n</testsuite>")));
    }

    private void shapesRan(String... names) throws IOException {
        report("cli/engine", "surefire", "a.load.ShapeTest", List.of(names), List.of());
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
        shapesRan("grows");
        scriptMaven(
                0, "[INFO]  T E S T S", RAN.formatted("a.load.ShapeTest"), "[INFO] Results:", "[INFO] BUILD SUCCESS");

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
        report("cli/app", "failsafe", "a.RunIT", List.of("runs"), List.of());
        scriptMaven(0);

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
    void targetsAreBuiltAgainWhereAJarOrASourceIsGone() throws Exception {
        report("cli/app", "failsafe", "a.RunIT", List.of("runs"), List.of());
        add("targets/netty/src/main/kotlin/Main.kt", "package b.netty");
        scriptMaven(0);
        test("RunIT");
        assertThat(builds()).isEqualTo(1);

        Files.delete(home.resolve("targets/netty/target/netty.jar"));
        test("RunIT");
        assertThat(builds()).isEqualTo(2);

        Files.delete(home.resolve("targets/netty/src/main/kotlin/Main.kt"));
        test("RunIT");
        assertThat(builds()).isEqualTo(3);

        test("RunIT");
        assertThat(builds()).isEqualTo(3);
    }

    private long builds() throws IOException {
        return calls().lines().filter(call -> call.endsWith(" package")).count();
    }

    @Test
    void aNameOfSeveralModulesRunsInEachAndAPartOfThePathSelects() throws Exception {
        report("cli/spec", "surefire", "a.TextTest", List.of("reads"), List.of());
        report("targets/netty", "surefire", "b.netty.TextTest", List.of("reads"), List.of());
        scriptMaven(0);

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
        scriptMaven(0);
        report("cli/engine", "surefire", "a.load.ShapeTest", List.of(), List.of("grows", "shrinks"));
        var skipped = test("ShapeTest");
        assertThat(skipped.exit()).isEqualTo(3);
        assertThat(skipped.err())
                .contains("nothing ran of ShapeTest ", "skipped: ShapeTest#shrinks: no Docker engine")
                .doesNotContain("passed");

        report("cli/engine", "surefire", "a.load.ShapeTests", List.of("grows"), List.of());
        Files.delete(home.resolve("scripted/cli/engine/target/surefire-reports/TEST-a.load.ShapeTest.xml"));
        assertThat(test("ShapeTest").exit())
                .as("reports of earlier runs do not count")
                .isEqualTo(3);
    }

    @Test
    void eachMethodThatWasAskedForHasToRun() throws Exception {
        scriptMaven(0);
        report("cli/engine", "surefire", "a.load.ShapeTest", List.of("grows", "turns(int)[1]"), List.of("shrinks"));

        assertThat(test("ShapeTest#grows").out()).endsWith("./test: passed\n");
        assertThat(test("ShapeTest#turns+gro*").out()).endsWith("./test: passed\n");
        for (var missing : List.of("typo", "shrinks", "turn", "rows")) {
            for (var names : List.of(
                    List.of("ShapeTest#grows", "ShapeTest#" + missing), List.of("ShapeTest#grows+" + missing))) {
                var outcome = test(names.toArray(String[]::new));
                assertThat(outcome.exit()).isEqualTo(3);
                assertThat(outcome.err()).contains("nothing ran of ShapeTest#" + missing + " (");
            }
        }
    }

    /** Tests that were skipped next to others are counted and named. */
    @Test
    void aPassSaysWhatWasSkipped() throws Exception {
        scriptMaven(0);
        report("cli/engine", "surefire", "a.load.ShapeTest$Nested", List.of("grows"), List.of("shrinks", "turns"));

        var outcome = test("ShapeTest");

        assertThat(outcome.exit()).as(outcome.err()).isZero();
        assertThat(outcome.out())
                .contains("  skipped: ShapeTest$Nested#shrinks: no Docker engine\n", "ShapeTest$Nested#turns")
                .endsWith("./test: passed, 2 skipped\n");
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
