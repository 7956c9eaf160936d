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
        var environment = Map.of("RALBENCH_JAVA_HOME", jdk("25.0.3").toString());
        addACache("", jdk("25.0.3"));
        var started = home.resolve("cli/app/target/.started");
        Files.writeString(started, home + "\n");
        var former = home;
        home = Files.move(home, directory.resolve("elsewhere"));

        var first = launch(environment, "list");
        assertThat(first.out())
                .contains("elsewhere/cli/app/target/ralbench.jar list")
                .doesNotContain("AOTCache");
        assertThat(first.err()).isEmpty();

        var second = launch(environment, "list");
        assertThat(second.err()).isEqualTo("ralbench: making its start-up cache (once; ten seconds to a minute) ...\n");
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
    void aStartUpCacheIsMadeOnceForEachJar() throws Exception {
        addTheBuild();
        addARecordedResult();
        var cache = home.resolve("cli/app/target/ralbench.aot");

        launch(Map.of("RALBENCH_JAVA_HOME", JAVA_HOME.toString()), "--version");
        assertThat(cache).as("the first start is not kept waiting").doesNotExist();
        assertThat(launch(Map.of("RALBENCH_JAVA_HOME", JAVA_HOME.toString()), "--version")
                        .exit())
                .isZero();
        assertThat(Files.exists(cache)).isEqualTo(Runtime.version().feature() >= 25);
        var made = Files.exists(cache) ? Files.getLastModifiedTime(cache) : FileTime.fromMillis(0);
        launch(Map.of("RALBENCH_JAVA_HOME", JAVA_HOME.toString()), "--version");
        assertThat(Files.exists(cache) ? Files.getLastModifiedTime(cache) : FileTime.fromMillis(0))
                .isEqualTo(made);
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
        var jdk = jdkThatTrainsForLong();
        Files.writeString(home.resolve("cli/app/target/.started"), home + "\n");
        var temporary = Files.createDirectories(directory.resolve("tmp"));
        // a shell's background job would inherit that SIGINT is ignored, which a shell cannot undo
        var builder = new ProcessBuilder(
                        "env",
                        "--default-signal",
                        "/bin/sh",
                        home.resolve("ralbench").toString(),
                        "list")
                .redirectError(directory.resolve("err.txt").toFile());
        builder.environment().put("RALBENCH_JAVA_HOME", jdk.toString());
        builder.environment().put("TMPDIR", temporary.toString());
        var launcher = builder.start();
        Eventually.within(Duration.ofSeconds(30), () -> told().contains("making its start-up cache"));
        Eventually.within(Duration.ofSeconds(30), () -> launcher.descendants().count() > 0);
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
                    .containsExactlyInAnyOrder("lib", "ralbench.jar", ".started", ".build-lock");
        }
    }
}
