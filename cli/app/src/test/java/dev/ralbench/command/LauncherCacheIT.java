package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.Eventually;
import dev.ralbench.testing.Repository;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The launcher script makes and uses a start-up cache for ralbench itself. */
class LauncherCacheIT extends LauncherCheckout {
    /** As it was made for the jar that is there. */
    private void addACache(String content, Path madeBy) throws IOException {
        Files.writeString(home.resolve("cli/app/target/ralbench.aot"), content);
        Files.writeString(
                home.resolve("cli/app/target/ralbench.aot.of"),
                home + "\n" + madeBy + "\n" + Files.readString(madeBy.resolve("release"), StandardCharsets.UTF_8));
    }

    private void addARecordedResult() throws IOException {
        var recorded = Files.createDirectories(home.resolve("results/recorded"));
        var result = Repository.recorded("delay-200");
        Files.copy(result, recorded.resolve(result.getFileName()));
    }

    @Test
    void aStartUpCacheIsUsedByAJdkThatKnowsItOnly() throws Exception {
        addTheBuild();
        addACache("", jdk("25.0.3"));

        var known = launch(Map.of("RALBENCH_JAVA_HOME", jdk("25.0.3").toString()), "list");
        assertThat(known.out()).contains("-XX:AOTCache=" + home + "/cli/app/target/ralbench.aot");
        var unknown = launch(Map.of("RALBENCH_JAVA_HOME", jdk("24.0.2").toString()), "list");
        assertThat(unknown.out()).doesNotContain("aot");
    }

    @Test
    @Disturbance(value = "a built checkout that was copied or moved", then = "its start-up cache is made again")
    void aStartUpCacheIsMadeAgainInAnotherPlace() throws Exception {
        addTheBuild();
        addARecordedResult();
        var environment = Map.of("RALBENCH_JAVA_HOME", jdk("25.0.3").toString(), "CI", "");
        addACache("", jdk("25.0.3"));
        var former = home;
        home = Files.move(home, directory.resolve("elsewhere"));

        var moved = launch(environment, "list");
        assertThat(moved.out())
                .contains(
                        "elsewhere/cli/app/target/ralbench.jar list",
                        "-Dralbench.startUpCacheBy=" + home + "/ralbench ")
                .doesNotContain("AOTCache");
        assertThat(moved.err()).isEmpty();

        var made = launch(environment, "make-start-up-cache");
        assertThat(made.err() + made.out()).isEmpty();
        assertThat(home.resolve("cli/app/target/ralbench.aot.of"))
                .content()
                .startsWith(home + "\n")
                .doesNotContain(former.toString());
    }

    @Test
    void whereNothingCanBeWrittenACacheOfAnotherPlaceIsNotUsed() throws Exception {
        addTheBuild();
        addACache("", jdk("25.0.3"));
        home = Files.move(home, directory.resolve("elsewhere"));

        var outcome = launchWhereThisCannotBeWritten(
                home.resolve("cli/app/target"),
                Map.of("RALBENCH_JAVA_HOME", jdk("25.0.3").toString()));

        assertThat(outcome.out()).contains(".jar list").doesNotContain("AOTCache");
        assertThat(outcome.err()).isEmpty();
    }

    @Test
    void anotherArchiveThatIsChosenGetsNoCacheOfOurOwn() throws Exception {
        addTheBuild();
        addACache("", jdk("25.0.3"));
        var environment = Map.of("RALBENCH_JAVA_HOME", jdk("25.0.3").toString(), "RALBENCH_JAVA_OPTS", "-Xshare:off");

        assertThat(launch(environment, "list").out()).contains("-Xshare:off").doesNotContain("AOTCache");
    }

    @Test
    void aStartUpCacheIsMadeInTheBackgroundAfterACommand() throws Exception {
        addTheBuild();
        addARecordedResult();
        var training = home.resolve("cli/app/target/ralbench.aot.training");

        assertThat(launch(Map.of("RALBENCH_JAVA_HOME", JAVA_HOME.toString(), "CI", ""), "list")
                        .exit())
                .isZero();

        if (Runtime.version().feature() >= 25) {
            Eventually.within(Duration.ofSeconds(30), () -> Files.exists(training));
            Files.createFile(training.resolve("stop")); // a whole one takes as long as the other tests let it
            Eventually.within(Duration.ofSeconds(30), () -> !Files.exists(training));
        }
    }

    @Test
    void aStartUpCacheIsMadeOnceForEachJar() throws Exception {
        addTheBuild();
        addARecordedResult();
        var jdk = jdk("25.0.3");
        Files.writeString(jdk.resolve("bin/java"), """
                #!/bin/sh
                for word; do
                    case $word in -XX:AOTCacheOutput=*) echo made >>"${word#*=}" ;; esac
                done
                """);
        var environment = Map.of("RALBENCH_JAVA_HOME", jdk.toString());
        var cache = home.resolve("cli/app/target/ralbench.aot");

        launch(environment, "make-start-up-cache");
        launch(environment, "make-start-up-cache");
        assertThat(cache).hasContent("made");

        Files.setLastModifiedTime(
                home.resolve("cli/app/target/ralbench.jar"),
                FileTime.fromMillis(Files.getLastModifiedTime(cache).toMillis() + 60_000));
        Files.writeString(cache, "of the old jar");
        launch(environment, "make-start-up-cache");
        assertThat(cache).hasContent("made");
    }

    @Test
    void inCiNoStartUpCacheIsMadeByItself() throws Exception {
        addTheBuild();
        var jdk = jdk("25.0.3").toString();

        assertThat(launch(Map.of("RALBENCH_JAVA_HOME", jdk, "CI", "true"), "list")
                        .out())
                .doesNotContain("startUpCacheBy");
        assertThat(launch(Map.of("RALBENCH_JAVA_HOME", jdk, "CI", ""), "list").out())
                .contains("startUpCacheBy");
    }

    @ParameterizedTest
    @CsvSource({"run a.yaml, true", "list, false"})
    void whatGeneratesLoadStopsATrainingFirst(String command, boolean isStopped) throws Exception {
        addTheBuild();
        addARecordedResult();
        var environment = Map.of("RALBENCH_JAVA_HOME", jdkThatTrainsForLong().toString(), "CI", "");
        var trainer = trainer(environment);
        var training = home.resolve("cli/app/target/ralbench.aot.training");
        Eventually.within(Duration.ofSeconds(30), () -> trainer.descendants().count() > 1);
        var trained = trainer.descendants().toList();

        assertThat(launch(environment, command.split(" ")).out()).contains(command);

        assertThat(Files.exists(training)).isEqualTo(!isStopped);
        if (isStopped) {
            Eventually.within(
                    Duration.ofSeconds(10),
                    () -> !trainer.isAlive() && trained.stream().noneMatch(ProcessHandle::isAlive));
        }
        trainer.destroy();
        Eventually.within(
                Duration.ofSeconds(10),
                () -> !trainer.isAlive() && trained.stream().noneMatch(ProcessHandle::isAlive));
        assertThat(home.resolve("cli/app/target/ralbench.aot.of"))
                .as("tried again later")
                .doesNotExist();
        assertThat(training).doesNotExist();
    }

    @Test
    @Disturbance(value = "a start-up cache whose making was killed", then = "the next load removes what it left")
    void aTrainingThatWasKilledIsNotWaitedForTwice() throws Exception {
        addTheBuild();
        var training = Files.createDirectories(home.resolve("cli/app/target/ralbench.aot.training"));
        Files.writeString(training.resolve("aot"), "half");
        var environment = Map.of("RALBENCH_JAVA_HOME", jdk("25.0.3").toString(), "CI", "");

        assertThat(launch(environment, "run", "a.yaml").out()).contains("run a.yaml");

        assertThat(training).doesNotExist();
    }

    private Process trainer(Map<String, String> environment) throws IOException {
        // a shell's background job would inherit that SIGINT is ignored, which a shell cannot undo
        var builder = new ProcessBuilder(
                        "env",
                        "--default-signal",
                        "/bin/sh",
                        home.resolve("ralbench").toString(),
                        "make-start-up-cache")
                .redirectError(directory.resolve("err.txt").toFile());
        builder.environment().putAll(environment);
        return builder.start();
    }

    @Test
    @Disturbance(value = "a damaged start-up cache of ralbench itself", then = "not used")
    void aStartUpCacheThatIsNoneIsNotWorthAWord() throws Exception {
        addTheBuild();
        addACache("not what it should be", JAVA_HOME);

        var outcome = launch(Map.of("RALBENCH_JAVA_HOME", JAVA_HOME.toString()), "--version");
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.exit()).isZero();
        assertThat(outcome.out()).startsWith("ralbench ");
    }

    /** A JDK 25 whose training does not end by itself. */
    private Path jdkThatTrainsForLong() throws IOException {
        var jdk = jdk("25.0.3");
        Files.writeString(jdk.resolve("bin/java"), """
                #!/bin/sh
                case $* in
                    *AOTCacheOutput=*) sleep 600 ;;
                    *) echo "java $*" ;;
                esac
                """);
        return jdk;
    }

    @ParameterizedTest
    @CsvSource({"INT, 130", "TERM, 143", "HUP, 129"})
    void aTrainingThatIsStoppedLeavesNothing(String signal, int exit) throws Exception {
        addTheBuild();
        addARecordedResult();
        var temporary = Files.createDirectories(directory.resolve("tmp"));
        var launcher = trainer(
                Map.of("RALBENCH_JAVA_HOME", jdkThatTrainsForLong().toString(), "TMPDIR", temporary.toString()));
        Eventually.within(Duration.ofSeconds(30), () -> launcher.descendants().count() > 1);
        var trained = launcher.descendants().toList();

        new ProcessBuilder("kill", "-" + signal, String.valueOf(launcher.pid()))
                .start()
                .waitFor();

        assertThat(launcher.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(launcher.exitValue()).isEqualTo(exit);
        Eventually.within(Duration.ofSeconds(10), () -> trained.stream().noneMatch(ProcessHandle::isAlive));
        assertThat(temporary).isEmptyDirectory();
        try (var files = Files.list(home.resolve("cli/app/target"))) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("lib", "ralbench.jar");
        }
    }
}
