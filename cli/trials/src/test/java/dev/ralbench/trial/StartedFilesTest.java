package dev.ralbench.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.scenario.Overrides;
import dev.ralbench.scenario.ScenarioFile;
import dev.ralbench.scenario.TargetChoice;
import dev.ralbench.scenario.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a command starts tells builds apart, and shows one that would be measured twice. */
class StartedFilesTest {
    private static final String SCRIPT = "#!/bin/sh\nexec node app.js\n";

    @TempDir
    private Path directory;

    @BeforeEach
    void twoTrees() throws IOException {
        for (var tree : List.of("base", "head")) {
            Files.createDirectories(directory.resolve(tree));
            write(tree + "/run.sh", SCRIPT);
            write(tree + "/app.js", "serve()");
            write(tree + "/shop", "\177ELF");
        }
    }

    private void write(String file, String text) throws IOException {
        Files.writeString(directory.resolve(file), text);
    }

    private TargetChoice.Command started(String command, String where) {
        return new TargetChoice.Command(
                command,
                "/up",
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(directory.resolve(where).toString()),
                Optional.empty());
    }

    private Optional<String> hash(String command, String where) {
        return new StartedFiles(started(command, where)).hash();
    }

    @Test
    void theSameFilesStartedAlikeHaveOneHashWhereverTheyLie() {
        assertThat(hash("./run.sh", "base")).isPresent().isEqualTo(hash("./run.sh", "head"));
        assertThat(hash("./run.sh", "base")).isEqualTo(hash(directory + "/head/run.sh", "base"));
        assertThat(hash("node app.js --port 1", "base")).isPresent().isEqualTo(hash("node app.js --port 1", "head"));
    }

    @Test
    void anotherFileOrAnotherArgumentIsAnotherHash() throws IOException {
        var before = hash("node app.js", "head");
        assertThat(hash("node app.js --slow", "head")).isNotEqualTo(before);
        assertThat(hash("nodejs app.js", "head")).isNotEqualTo(before);

        write("head/app.js", "serveSlowly()");

        assertThat(hash("node app.js", "head")).isPresent().isNotEqualTo(before);
    }

    @Test
    void dataThatACommandNamesIsNoPartOfTheBuild() throws IOException {
        write("head/data.db", "some");
        var before = hash("./run.sh --db data.db", "head");
        assertThat(before).isPresent();

        write("head/data.db", "other");

        assertThat(hash("./run.sh --db data.db", "head")).isEqualTo(before);
    }

    @Test
    void aCommandWithoutFilesHasNone() {
        assertThat(hash("uvicorn app:app --port ${port}", "head")).isEmpty();
        assertThat(hash("echo 'a\0b' .", "head"))
                .as("a path that cannot be, and a directory")
                .isEmpty();
    }

    private List<Variant> variants(TargetChoice.Command base, TargetChoice.Command head) {
        return List.of(variant("base", base), variant("head", head));
    }

    private static Variant variant(String name, TargetChoice.Command target) {
        var text = """
                schema: 1
                name: mine
                request: { path: / }
                load: { closed: { constant: { users: 1, hold: 1s } } }
                variants: { %s: { target: { command: "%s", directory: "%s", ready: /up } } }
                """.formatted(name, target.command(), target.directory().orElseThrow());
        return ScenarioFile.parse("mine.yaml", text)
                .resolve(Overrides.none())
                .scenario()
                .variants()
                .getFirst();
    }

    @Test
    void twoScriptsOfOneTextInOneDirectoryAreRefused() {
        var failure = catchThrowableOfType(
                Failure.class,
                () -> StartedFiles.requireSeveralBuilds(
                        variants(started("../base/run.sh", "head"), started("./run.sh", "head"))));

        assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
        assertThat(failure.what()).startsWith("base and head are one build twice: ../base/run.sh and ./run.sh");
        assertThat(failure.fix()).contains("--directory base=DIR");
    }

    @Test
    void aScriptThatAsksWhereItLiesIsABuildOfItsOwn() throws IOException {
        for (var tree : List.of("base", "head")) {
            write(tree + "/shop.sh", "#!/usr/bin/env bash\ncd \"$(dirname \"$0\")\" && exec node app.js\n");
            write(tree + "/shop.py", "#!/usr/bin/env python3\nimport app\n");
        }
        assertThatCode(() -> {
                    StartedFiles.requireSeveralBuilds(
                            variants(started("../base/shop.sh", "head"), started("./shop.sh", "head")));
                    StartedFiles.requireSeveralBuilds(
                            variants(started("../base/shop.py", "head"), started("./shop.py", "head")));
                })
                .doesNotThrowAnyException();
    }

    @Test
    void whatMayDifferIsMeasured() throws IOException {
        write("head/other.sh", SCRIPT + "# another\n");
        assertThatCode(() -> {
                    StartedFiles.requireSeveralBuilds(
                            variants(started("./run.sh", "base"), started("./run.sh", "head")));
                    StartedFiles.requireSeveralBuilds(
                            variants(started("./run.sh", "head"), started("./run.sh", "head")));
                    StartedFiles.requireSeveralBuilds(
                            variants(started("./other.sh", "head"), started("./run.sh", "head")));
                    StartedFiles.requireSeveralBuilds(
                            variants(started("../base/shop", "head"), started("./shop", "head")));
                })
                .doesNotThrowAnyException();
    }
}
