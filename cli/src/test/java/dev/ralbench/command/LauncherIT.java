package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.Eventually;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher script in a checkout of its own, whose folder has a space in its name. */
class LauncherIT {
    private static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();
    private static final Path JAVA_HOME = Path.of(System.getProperty("java.home"));

    @TempDir
    private Path folder;

    private Path home;

    private record Outcome(int exit, String out, String err) {}

    @BeforeEach
    void copyTheLauncher() throws IOException {
        home = Files.createDirectories(folder.resolve("a checkout"));
        Files.copy(REPOSITORY.resolve("ralbench"), home.resolve("ralbench"));
    }

    private void addTheBuild() throws IOException {
        var target = Files.createDirectories(home.resolve("cli/target"));
        Files.createSymbolicLink(target.resolve("lib"), REPOSITORY.resolve("cli/target/lib"));
        Files.copy(REPOSITORY.resolve("cli/target/ralbench.jar"), target.resolve("ralbench.jar"));
    }

    /** As it was made for the jar that is there. */
    private void addACache(String content, Path madeBy) throws IOException {
        Files.writeString(home.resolve("cli/target/ralbench.aot"), content);
        Files.writeString(home.resolve("cli/target/ralbench.aot.of"), madeBy + "\n");
    }

    private Path jdk(String version) throws IOException {
        var jdk = Files.createDirectories(folder.resolve("jdk-" + version));
        Files.writeString(jdk.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
        var java = Files.createDirectories(jdk.resolve("bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\necho \"java $*\"\nexit 42\n");
        assertThat(java.toFile().setExecutable(true, false)).isTrue();
        return jdk;
    }

    /** A folder for the PATH with what every system has, and these. */
    private Path tools(String... more) throws IOException {
        var tools = Files.createDirectories(folder.resolve("tools"));
        var all = new ArrayList<>(
                List.of("dirname", "readlink", "sed", "find", "head", "mkdir", "tail", "mv", "ls", "id"));
        all.addAll(List.of(more));
        for (var tool : all) {
            Files.createSymbolicLink(tools.resolve(tool), Path.of("/usr/bin").resolve(tool));
        }
        return tools;
    }

    /** It builds an empty jar, where a folder for that is there. */
    private static void addMaven(Path tools) throws IOException {
        var mvn = Files.writeString(tools.resolve("mvn"), "#!/bin/sh\n: >cli/target/ralbench.jar\n");
        assertThat(mvn.toFile().setExecutable(true, false)).isTrue();
    }

    /** Who runs the tests must not write there; as root that is everybody else. */
    private Outcome launchWhereThisCannotBeWritten(Path place, Map<String, String> environment) throws Exception {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        boolean isRoot = "root".equals(System.getProperty("user.name"));
        boolean isFolder = Files.isDirectory(place);
        Files.setPosixFilePermissions(place, PosixFilePermissions.fromString(isFolder ? "r-xr-xr-x" : "r--r--r--"));
        var command = new ArrayList<String>();
        if (isRoot) {
            command.addAll(List.of("/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));
        }
        command.addAll(List.of("/bin/sh", home.resolve("ralbench").toString(), "list"));
        try {
            return launch(environment, command);
        } finally {
            Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    private Outcome launch(Map<String, String> environment, Path script, String... args) throws Exception {
        var command = new ArrayList<>(List.of("/bin/sh", script.toString()));
        command.addAll(List.of(args));
        return launch(environment, command);
    }

    private Outcome launch(Map<String, String> environment, List<String> command) throws Exception {
        var builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().remove("JAVA_HOME");
        builder.environment().putAll(environment);
        var out = folder.resolve("out.txt").toFile();
        var err = folder.resolve("err.txt").toFile();
        var process = builder.redirectOutput(out).redirectError(err).start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Outcome(
                process.exitValue(),
                Files.readString(out.toPath(), StandardCharsets.UTF_8),
                Files.readString(err.toPath(), StandardCharsets.UTF_8));
    }

    private Outcome launch(Map<String, String> environment, String... args) throws Exception {
        return launch(environment, home.resolve("ralbench"), args);
    }

    @Test
    void aJdkThatIsTooOldIsNamedWithItsVersion() throws Exception {
        addTheBuild();
        var outcome = launch(Map.of("RALBENCH_JAVA_HOME", jdk("17.0.15").toString()), "--version");
        assertThat(outcome.exit()).isEqualTo(ExitCode.ENVIRONMENT.code());
        assertThat(outcome.err()).contains("jdk-17.0.15 is not a JDK 21 or newer (found: 17)");
        assertThat(outcome.out()).isEmpty();
    }

    @Test
    void theChosenJdkRunsTheJarAndItsExitCodeIsOurs() throws Exception {
        addTheBuild();
        var outcome = launch(Map.of("RALBENCH_JAVA_HOME", jdk("21.0.1").toString()), "run", "--scenario", "a b");
        assertThat(outcome.exit()).isEqualTo(42);
        assertThat(outcome.out()).contains("a checkout/cli/target/ralbench.jar run --scenario a b");
        assertThat(outcome.out()).doesNotContain("sun-misc-unsafe"); // not known to 21
    }

    @Test
    void aStartUpCacheIsUsedByAJdkThatKnowsItOnly() throws Exception {
        addTheBuild();
        addACache("", jdk("25.0.3"));

        var known = launch(Map.of("RALBENCH_JAVA_HOME", jdk("25.0.3").toString()), "list");
        assertThat(known.out()).contains("-XX:AOTCache=" + home + "/cli/target/ralbench.aot");
        var unknown = launch(Map.of("RALBENCH_JAVA_HOME", jdk("24.0.2").toString()), "list");
        assertThat(unknown.out()).doesNotContain("aot");
    }

    @Test
    void whoChoosesAnotherArchiveGetsNoCacheBesideIt() throws Exception {
        addTheBuild();
        addACache("", jdk("25.0.3"));
        var environment = Map.of("RALBENCH_JAVA_HOME", jdk("25.0.3").toString(), "RALBENCH_JAVA_OPTS", "-Xshare:off");

        assertThat(launch(environment, "list").out()).contains("-Xshare:off").doesNotContain("AOTCache");
    }

    @Test
    void aStartUpCacheIsMadeOnceForEachJar() throws Exception {
        addTheBuild();
        var recorded = Files.createDirectories(home.resolve("results/recorded"));
        Files.copy(
                REPOSITORY.resolve("results/recorded/20261121T093622Z-delay-200.json"),
                recorded.resolve("20261121T093622Z-delay-200.json"));
        var cache = home.resolve("cli/target/ralbench.aot");

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

    @Test
    void withoutABuildAndWithoutMavenItSaysWhatToInstall() throws Exception {
        Files.createDirectories(home.resolve("cli"));
        Files.writeString(home.resolve("pom.xml"), "<project/>");
        var tools = tools("flock");
        var outcome = launch(
                Map.of("PATH", tools.toString(), "RALBENCH_JAVA_HOME", jdk("25").toString()), "--version");
        assertThat(outcome.exit()).isEqualTo(ExitCode.ENVIRONMENT.code());
        assertThat(outcome.err()).contains("mvn is not on the PATH").contains("apt install maven");
    }

    @Test
    void aFreshCheckoutIsBuiltWhereThereIsNoFlock() throws Exception {
        Files.createDirectories(home.resolve("cli"));
        Files.writeString(home.resolve("pom.xml"), "<project/>");
        var tools = tools();
        addMaven(tools);

        var outcome = launch(
                Map.of("PATH", tools.toString(), "RALBENCH_JAVA_HOME", jdk("25").toString()), "list");
        assertThat(outcome.exit()).as(outcome.err()).isEqualTo(42);
        assertThat(outcome.err()).contains("building (first use");
        assertThat(home.resolve("cli/target/.built")).exists();
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

    private void addChangedSources() throws IOException {
        addTheBuild();
        Files.writeString(home.resolve("pom.xml"), "<project/>");
        Files.setLastModifiedTime(home.resolve("cli/target/ralbench.jar"), FileTime.fromMillis(0));
    }

    private Process holdTheLock(String how) throws IOException {
        var lock = home.resolve("cli/target/.build-lock").toString();
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

    private Outcome launchWithMaven() {
        try {
            var tools = tools("flock", "rm");
            addMaven(tools);
            var environment = Map.of(
                    "PATH",
                    tools.toString(),
                    "RALBENCH_JAVA_HOME",
                    jdk("21.0.1").toString());
            return launch(environment, "list");
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private String told() {
        try {
            var err = folder.resolve("err.txt");
            return Files.exists(err) ? Files.readString(err) : "";
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aReadOnlyCheckoutThatHasToBeBuiltSaysWhose() throws Exception {
        var cli = Files.createDirectories(home.resolve("cli"));
        Files.writeString(home.resolve("pom.xml"), "<project/>");
        assertCannotBeBuilt(cli);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cli/target", "cli/target/.build-lock"})
    @Disturbance(value = "the build belongs to another user", then = "said, with whose it is")
    void aBuildOfAnotherUserCannotBeReplaced(String name) throws Exception {
        var place = addABuildOfAnotherUser(name);
        Files.writeString(home.resolve("pom.xml"), "<project/>");
        Files.setLastModifiedTime(home.resolve("cli/target/ralbench.jar"), FileTime.fromMillis(0));
        assertCannotBeBuilt(place);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cli/target", "cli/target/.build-lock"})
    void aBuildOfAnotherUserIsUsedWhileNothingHasChanged(String name) throws Exception {
        var place = addABuildOfAnotherUser(name);

        var outcome = launchWhereThisCannotBeWritten(
                place, Map.of("RALBENCH_JAVA_HOME", jdk("25").toString()));
        assertThat(outcome.exit()).as(outcome.err()).isEqualTo(42);
        assertThat(outcome.err()).isEmpty();
    }

    private Path addABuildOfAnotherUser(String place) throws IOException {
        addTheBuild();
        var target = home.resolve("cli/target");
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

    @Test
    void anImageWithoutSourcesNeedsNoBuild() throws Exception {
        addTheBuild();
        var outcome = launch(Map.of("RALBENCH_JAVA_HOME", JAVA_HOME.toString()), "--version");
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.exit()).isZero();
        assertThat(outcome.out()).startsWith("ralbench ");
    }

    @Test
    void itRunsThroughALinkFromAnotherFolder() throws Exception {
        addTheBuild();
        var link = Files.createSymbolicLink(folder.resolve("link"), Path.of("a checkout/ralbench"));
        assertThat(launch(Map.of("RALBENCH_JAVA_HOME", JAVA_HOME.toString()), link, "list")
                        .out())
                .contains("delay-200");
    }
}
