package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher script builds ralbench on first use and after changes, one build at a time, and shows what it does. */
class LauncherBuildIT extends LauncherCheckout {
    @Test
    void withoutABuildAndWithoutMavenItSaysWhatToInstall() throws Exception {
        Files.createDirectories(home.resolve("cli/app"));
        Files.writeString(home.resolve("pom.xml"), "<project/>");
        var tools = tools("flock");
        var outcome = launch(
                Map.of("PATH", tools.toString(), "RALBENCH_JAVA_HOME", jdk("25").toString()), "--version");
        assertThat(outcome.exit()).isEqualTo(ExitCode.ENVIRONMENT.code());
        assertThat(outcome.err()).contains("mvn is not on the PATH").contains("apt install maven");
    }

    @Test
    void withoutFlockABuildThatIsGoingOnIsWaitedFor() throws Exception {
        addChangedSources();
        var builder = new ProcessBuilder("sleep", "60").start();
        var lock = Files.createDirectories(home.resolve("cli/app/target/.building"));
        Files.writeString(lock.resolve("pid"), builder.pid() + "\n");
        var waiting = CompletableFuture.supplyAsync(() -> launchWithMaven(new String[0]));
        Eventually.within(Duration.ofSeconds(30), () -> told().contains("waiting for another build"));

        builder.destroyForcibly().waitFor(); // killed before it was through
        var outcome = waiting.get(60, TimeUnit.SECONDS);

        assertThat(outcome.exit()).as(outcome.err()).isEqualTo(42);
        assertThat(outcome.err()).contains("building (sources changed)");
        assertThat(lock).doesNotExist();
    }

    @Test
    void withoutFlockARalbenchThatIsRunningKeepsItsBuild() throws Exception {
        addChangedSources();
        var runs = new ProcessBuilder("sleep", "60").start();
        try {
            var running = Files.createDirectories(home.resolve("cli/app/target/.running"));
            Files.createFile(running.resolve(String.valueOf(runs.pid())));

            assertThat(launchWithMaven(new String[0]).err())
                    .contains("another ralbench is running: using the build as it is")
                    .doesNotContain("waiting", "building (");
        } finally {
            runs.destroyForcibly().waitFor();
        }
        assertThat(launchWithMaven(new String[0]).err()).contains("building (sources changed)");
    }

    @Test
    void aFreshCheckoutIsBuiltWhereThereIsNoFlock() throws Exception {
        Files.createDirectories(home.resolve("cli/app"));
        Files.writeString(home.resolve("pom.xml"), "<project/>");
        var tools = tools();
        addMaven(tools);

        var outcome = launch(
                Map.of("PATH", tools.toString(), "RALBENCH_JAVA_HOME", jdk("25").toString()), "list");
        assertThat(outcome.exit()).as(outcome.err()).isEqualTo(42);
        assertThat(outcome.err()).contains("building (first use");
        assertThat(home.resolve("cli/app/target/.built")).exists();
    }

    @Test
    void aTerminalShowsWhichModuleIsBuiltAndForHowLong() throws Exception {
        var outcome = launchOnATerminal(
                "[INFO] Building targets 1.0 [1/7]",
                "[INFO] --- maven-jar-plugin:3.4.1:jar (default-jar) @ targets ---",
                "[INFO] Building ralbench 1.0-SNAPSHOT                               [2/7]",
                "[INFO] --- maven-compiler-plugin:3.16.0:compile (default-compile) @ ralbench ---");

        assertThat(outcome.exit()).as(outcome.out()).isEqualTo(42);
        assertThat(outcome.out())
                .contains("building (first use")
                .containsPattern("  0:0\\d  module 2/7, ralbench *: compile");
    }

    @Test
    void aTerminalShowsThatSomethingIsDownloaded() throws Exception {
        var outcome = launchOnATerminal("[INFO] Building targets 1.0 [1/7]", "Downloading from central: x.pom");

        assertThat(outcome.out()).containsPattern("  0:0\\d  module 1/7, targets: download");
    }

    /** Of a checkout that is to be built, by a Maven that takes a while and prints these lines. */
    private LauncherResult launchOnATerminal(String... printed) throws Exception {
        Files.createDirectories(home.resolve("cli/app"));
        Files.writeString(home.resolve("pom.xml"), "<project/>");
        var tools = tools("flock", "rm", "sleep", "date", "grep", "sh");
        var lines = String.join("\n", printed);
        var mvn = Files.writeString(
                tools.resolve("mvn"), "#!/bin/sh\necho '" + lines + "'\nsleep 3\n: >cli/app/target/ralbench.jar\n");
        assertThat(mvn.toFile().setExecutable(true, false)).isTrue();
        return launch(
                Map.of(
                        "PATH",
                        tools.toString(),
                        "TERM",
                        "xterm",
                        "RALBENCH_JAVA_HOME",
                        jdk("21.0.1").toString()),
                List.of("/usr/bin/script", "-qec", "/bin/sh '" + home.resolve("ralbench") + "' list", "/dev/null"));
    }

    @Test
    void aBuildThatFailsShowsItsErrorsAndNotTheRestOfItsLog() throws Exception {
        Files.createDirectories(home.resolve("cli/app"));
        Files.writeString(home.resolve("pom.xml"), "<project/>");
        var tools = tools("flock", "grep");
        var mvn = Files.writeString(
                tools.resolve("mvn"),
                "#!/bin/sh\necho '[INFO] Building ralbench'; echo '[ERROR] Main.java:[3,5] not a statement'; exit 1\n");
        assertThat(mvn.toFile().setExecutable(true, false)).isTrue();

        var outcome = launch(
                Map.of("PATH", tools.toString(), "RALBENCH_JAVA_HOME", jdk("25").toString()), "list");
        assertThat(outcome.exit()).isEqualTo(ExitCode.ENVIRONMENT.code());
        assertThat(outcome.err())
                .contains("[ERROR] Main.java:[3,5] not a statement", "the build failed", "build.log")
                .doesNotContain("[INFO]");
    }

    @Test
    @Disturbance(
            value = "the launcher is killed while it builds",
            then = "the next one waits for that build, and says so")
    void aBuildThatIsStillGoingOnIsWaitedFor() throws Exception {
        addChangedSources();
        var build = holdTheLock("--exclusive");
        var waiting = CompletableFuture.supplyAsync(this::launchWithMaven);
        Eventually.within(Duration.ofSeconds(30), () -> told().contains("waiting for another build"));

        build.destroy(); // killed before it was through
        var outcome = waiting.get(60, TimeUnit.SECONDS);

        assertThat(outcome.exit()).as(outcome.err()).isEqualTo(42);
        assertThat(outcome.err()).contains("building (sources changed)").doesNotContain("another ralbench is running");
    }

    @Test
    @Disturbance(value = "two first starts at once", then = "one builds, the other waits; both run")
    void twoFirstStartsAtOnceBuildOnlyOnce() throws Exception {
        Files.createDirectories(home.resolve("cli/app"));
        Files.writeString(home.resolve("pom.xml"), "<project/>");
        var tools = tools("flock", "grep");
        var builds = directory.resolve("builds.txt");
        var mvn = Files.writeString(tools.resolve("mvn"), """
                #!/bin/sh
                echo built >>'%1$s/builds.txt'
                until grep -q waiting '%1$s/first.txt' '%1$s/second.txt'; do sleep 0.1; done
                : >cli/app/target/ralbench.jar
                """.formatted(directory));
        assertThat(mvn.toFile().setExecutable(true, false)).isTrue();
        var both = List.of(startToList(tools, "first"), startToList(tools, "second"));

        for (var start : both) {
            assertThat(start.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(start.exitValue()).isEqualTo(42);
        }
        assertThat(builds).hasContent("built");
        var told = Files.readString(directory.resolve("first.txt")) + Files.readString(directory.resolve("second.txt"));
        assertThat(told).containsOnlyOnce("building (first use").containsOnlyOnce("waiting for another build");
    }

    /** Of the same checkout, at the same time as another one. */
    private Process startToList(Path tools, String name) throws IOException {
        var builder = new ProcessBuilder("/bin/sh", home.resolve("ralbench").toString(), "list")
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve(name + ".txt").toFile());
        builder.environment().remove("JAVA_HOME");
        builder.environment().put("PATH", tools.toString());
        builder.environment().put("RALBENCH_JAVA_HOME", jdk("21.0.1").toString());
        return builder.start();
    }

    @Test
    @Disturbance(value = "sources change while ralbench runs", then = "the running build stays as it is")
    void aRalbenchThatIsRunningKeepsItsBuild() throws Exception {
        addChangedSources();
        var running = holdTheLock("--shared");
        try {
            var outcome = launchWithMaven();

            assertThat(outcome.exit()).as(outcome.err()).isEqualTo(42);
            assertThat(outcome.err())
                    .contains("another ralbench is running: using the build as it is")
                    .doesNotContain("waiting", "building");
        } finally {
            running.destroy();
        }
    }

    @Test
    void aBuildByHandCountsAsWell() throws Exception {
        addChangedSources();
        assertThat(launchWithMaven().err()).contains("building (sources changed)");
        var jar = home.resolve("cli/app/target/ralbench.jar");
        var built = Files.getLastModifiedTime(home.resolve("cli/app/target/.built-until"))
                .toInstant();

        Files.setLastModifiedTime(home.resolve("pom.xml"), FileTime.from(built.plusSeconds(10)));
        Files.setLastModifiedTime(jar, FileTime.from(built.plusSeconds(20)));
        assertThat(launchWithMaven().err()).doesNotContain("building");

        Files.setLastModifiedTime(home.resolve("pom.xml"), FileTime.from(built.plusSeconds(30)));
        assertThat(launchWithMaven().err()).contains("building (sources changed)");
    }

    @Test
    void whatChangesWhileItIsBuiltIsBuiltByTheNextStart() throws Exception {
        addChangedSources();
        assertThat(launchWithMaven().err()).contains("building (sources changed)");
        var target = home.resolve("cli/app/target");
        var begun = Files.getLastModifiedTime(target.resolve(".built")).toInstant();

        Files.setLastModifiedTime(home.resolve("pom.xml"), FileTime.from(begun.plusSeconds(10)));
        Files.setLastModifiedTime(target.resolve("ralbench.jar"), FileTime.from(begun.plusSeconds(20)));
        Files.setLastModifiedTime(target.resolve(".built-until"), FileTime.from(begun.plusSeconds(30)));

        assertThat(launchWithMaven().err()).contains("building (sources changed)");
    }

    private void addChangedSources() throws IOException {
        addTheBuild();
        Files.writeString(home.resolve("pom.xml"), "<project/>");
        Files.setLastModifiedTime(home.resolve("cli/app/target/ralbench.jar"), FileTime.fromMillis(0));
    }

    private Process holdTheLock(String how) throws IOException {
        var lock = home.resolve("cli/app/target/.build-lock").toString();
        var holder = new ProcessBuilder("flock", "--no-fork", how, lock, "sleep", "60").start();
        Eventually.within(Duration.ofSeconds(10), () -> {
            try {
                return new ProcessBuilder("flock", "--nonblock", lock, "true")
                                .start()
                                .waitFor()
                        != 0;
            } catch (IOException | InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        return holder;
    }

    private LauncherResult launchWithMaven() {
        return launchWithMaven("flock");
    }

    private LauncherResult launchWithMaven(String... more) {
        try {
            var tools = tools(more);
            addMaven(tools);
            var environment = Map.of(
                    "PATH",
                    tools.toString(),
                    "RALBENCH_JAVA_HOME",
                    jdk("21.0.1").toString());
            return launch(environment, "list");
        } catch (Exception e) { // all of them: what runs in another thread may throw nothing that is checked
            throw new AssertionError(e);
        }
    }

    @Test
    void aReadOnlyCheckoutThatHasToBeBuiltSaysWhose() throws Exception {
        var cli = Files.createDirectories(home.resolve("cli/app"));
        Files.writeString(home.resolve("pom.xml"), "<project/>");
        assertCannotBeBuilt(cli);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cli/app/target", "cli/app/target/.build-lock"})
    @Disturbance(value = "the build belongs to another user", then = "said, with whose it is")
    void aBuildOfAnotherUserCannotBeReplaced(String name) throws Exception {
        var place = addABuildOfAnotherUser(name);
        Files.writeString(home.resolve("pom.xml"), "<project/>");
        Files.setLastModifiedTime(home.resolve("cli/app/target/ralbench.jar"), FileTime.fromMillis(0));
        assertCannotBeBuilt(place);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cli/app/target", "cli/app/target/.build-lock"})
    void aBuildOfAnotherUserIsUsedWhileNothingHasChanged(String name) throws Exception {
        var place = addABuildOfAnotherUser(name);

        var outcome = launchWhereThisCannotBeWritten(
                place, Map.of("RALBENCH_JAVA_HOME", jdk("25").toString()));
        assertThat(outcome.exit()).as(outcome.err()).isEqualTo(42);
        assertThat(outcome.err()).isEmpty();
    }

    private Path addABuildOfAnotherUser(String place) throws IOException {
        addTheBuild();
        var target = home.resolve("cli/app/target");
        Files.createFile(target.resolve(".build-lock"));
        Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwxrwxrwx"));
        return home.resolve(place);
    }

    private void assertCannotBeBuilt(Path place) throws Exception {
        var tools = tools("flock");
        addMaven(tools);
        var outcome = launchWhereThisCannotBeWritten(
                place,
                Map.of("PATH", tools.toString(), "RALBENCH_JAVA_HOME", jdk("25").toString()));
        assertThat(outcome.exit()).as(outcome.err()).isEqualTo(ExitCode.ENVIRONMENT.code());
        assertThat(outcome.err())
                .startsWith("ralbench: it has to be built, and " + place + " cannot be written to\n  It belongs to "
                        + Files.getOwner(place).getName() + ", and this is ")
                .contains("chown -R")
                .doesNotContain("denied");
        assertThat(outcome.out()).isEmpty();
    }
}
