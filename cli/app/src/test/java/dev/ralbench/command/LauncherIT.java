package dev.ralbench.command;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.testing.Disturbance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher script finds a JDK and becomes ralbench. */
class LauncherIT extends LauncherCheckout {
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
        assertThat(outcome.out()).contains("a checkout/cli/app/target/ralbench.jar run --scenario a b");
        assertThat(outcome.out()).doesNotContain("sun-misc-unsafe"); // not known to 21
    }

    /** All commands, and the words of each that decide: a new one has to be put on one of the two sides. */
    @Test
    void whatGeneratesLoadRunsWithTheCompilersAndTheMemoryThatTheEngineIsMeasuredWith() throws Exception {
        addTheBuild();
        var readers = Set.of(
                "",
                "--version",
                "agents",
                "agents kubernetes",
                "compare",
                "report",
                "merge",
                "claims",
                "list",
                "show",
                "completion",
                "man",
                "validate",
                "help",
                "gate",
                "gate --help",
                "gate explain",
                "gate anchor");
        var generators = Set.of(
                "run", "capacity", "up", "agent", "selftest", "doctor", "train", "init", "gate init", "gate bisect");
        var all = Stream.of(readers, generators).flatMap(Set::stream).collect(toSet());
        assertThat(all).containsAll(commands());

        var environment = Map.of("RALBENCH_JAVA_HOME", jdk("25").toString());
        for (var command : all) {
            var words = command.isEmpty() ? new String[0] : command.split(" ");
            assertThat(launch(environment, words).out())
                    .as(command)
                    .contains(
                            readers.contains(command) ? " -XX:TieredStopAtLevel=1 " : " -Xmn32m -XX:MetaspaceSize=64m ")
                    .doesNotContain(readers.contains(command) ? " -Xmn32m " : " -XX:TieredStopAtLevel=1 ");
        }
    }

    /** Codes from 1 to 124 would say that the commit is bad. */
    @Test
    void aStepOfABisectionThatCannotStartEndsTheBisection() throws Exception {
        var outcome = launch(Map.of("RALBENCH_JAVA_HOME", jdk("17").toString()), "gate", "bisect", "shop.yaml");

        assertThat(outcome.exit()).as(outcome.err()).isEqualTo(128);
        assertThat(outcome.err()).contains("is not a JDK 21 or newer");
    }

    /** The JVM's own code is 1. */
    @ParameterizedTest
    @ValueSource(strings = {"-XX:+NoSuchFlag", "-XX:+NoSuchFlag -XX:+FlightRecording"})
    void aStepOfABisectionWhoseJvmDoesNotStartEndsTheBisection(String flags) throws Exception {
        addTheBuild();

        var outcome = launch(Map.of("JAVA_TOOL_OPTIONS", flags), "gate", "bisect", "shop.yaml");

        assertThat(outcome.exit()).as(outcome.err()).isEqualTo(128);
        assertThat(outcome.err()).contains("the JVM does not start here: Unrecognized VM option", flags);
    }

    /** A command of the launcher's fails: it ends by set -e, with that command's code. */
    @Test
    void aStepOfABisectionWhoseLauncherFailsEndsTheBisection() throws Exception {
        addTheBuild();
        var tools = tools();
        Files.writeString(tools.resolve("cat"), "#!/bin/sh\nexit 1\n");
        var environment = Map.of("RALBENCH_JAVA_HOME", jdk("25").toString(), "PATH", tools.toString());

        assertThat(launch(environment, "list").exit()).isEqualTo(1);
        assertThat(launch(environment, "gate", "bisect", "shop.yaml").exit()).isEqualTo(128);
    }

    private static Set<String> commands() {
        var root = Main.commandLine(Shell.console(), Uncalibrated.CEILING);
        return root.getSubcommands().entrySet().stream()
                .flatMap(command -> Stream.concat(
                        Stream.of(command.getKey()),
                        command.getValue().getSubcommands().keySet().stream()
                                .map(word -> command.getKey() + " " + word)))
                .collect(toSet());
    }

    @Test
    void anOptionWithAWildcardIsPassedOnAsItIs() throws Exception {
        addTheBuild();
        Files.createFile(directory.resolve("-Dx=yes"));
        var environment = Map.of("RALBENCH_JAVA_HOME", jdk("25").toString(), "RALBENCH_JAVA_OPTS", "-Dx=* -Dy=[a-z]");

        assertThat(launch(environment, "list", "*").out()).contains(" -Dx=* -Dy=[a-z] ", " list *");
    }

    @Test
    void aJavaBehindLinksIsFoundWithoutReadlinksOptions() throws Exception {
        addTheBuild();
        var tools = tools();
        Files.delete(tools.resolve("readlink"));
        var readlink = Files.writeString(
                tools.resolve("readlink"),
                "#!/bin/sh\ncase $1 in -*) echo illegal option >&2; exit 1 ;; esac\nexec /usr/bin/readlink \"$1\"\n");
        assertThat(readlink.toFile().setExecutable(true, false)).isTrue();
        var alternative = Files.createSymbolicLink(
                directory.resolve("alternative"), jdk("99.0.1").resolve("bin/java"));
        Files.createSymbolicLink(tools.resolve("java"), Path.of("..", "alternative"));
        assertThat(alternative).exists();

        var outcome = launch(Map.of("PATH", tools.toString()), "list");

        assertThat(outcome.exit()).as(outcome.err()).isEqualTo(42);
    }

    /** A JDK that prints the locale that it is given. */
    private Map<String, String> environment(String locale) throws IOException {
        var jdk = jdk("25");
        Files.writeString(
                jdk.resolve("bin/java"), "#!/bin/sh\necho \"$LC_ALL, before ${RALBENCH_USER_LC_ALL-the same}\"\n");
        return Map.of("RALBENCH_JAVA_HOME", jdk.toString(), "LC_ALL", locale, "LANG", "C");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    C.UTF-8         | C.UTF-8, before the same
                    C               | C.UTF-8, before C
                    POSIX           | C.UTF-8, before POSIX
                    xx_NONE.UTF-8   | C.UTF-8, before xx_NONE.UTF-8
                    ''              | C.UTF-8, before
                    """)
    void theJvmHasALocaleOfUtf8(String locale, String seen) throws Exception {
        addTheBuild();

        assertThat(launch(environment(locale), "list").out()).isEqualTo(seen + (locale.isEmpty() ? " \n" : "\n"));
    }

    @Test
    void argumentsAreReadAsUtf8InEveryLocale() throws Exception {
        addTheBuild();
        var environment = Map.of("RALBENCH_JAVA_HOME", JAVA_HOME.toString(), "LC_ALL", "C");

        assertThat(launch(environment, "show", "http://127.0.0.1:9/x", "--body", "grüße €")
                        .out())
                .contains("body: grüße €");
        assertThat(launch(environment, "show", "./größe.yaml").err()).contains("größe.yaml");
        // the sign that stands for bytes which are no text, where it is meant
        assertThat(launch(environment, "show", "http://127.0.0.1:9/x", "--body", "a\ufffdb")
                        .out())
                .contains("body: a\ufffdb");
        // printf writes one byte that is not UTF-8; ProcessBuilder could not
        var latin = launch(
                environment,
                List.of(
                        "/bin/sh",
                        "-c",
                        "exec /bin/sh \"$0\" show http://127.0.0.1:9/x --body \"$(printf 'gr\\374n')\"",
                        home.resolve("ralbench").toString()));
        assertThat(latin.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(latin.err()).contains("the value of --body is not UTF-8");
    }

    @Test
    void aServiceHasTheLocaleOfTheUser() throws Exception {
        addTheBuild();
        var scenario = Files.writeString(directory.resolve("locale.yaml"), """
                schema: 1
                name: locale
                request: { path: / }
                load: { closed: { requests: { users: 1, requests: 1 } } }
                variants:
                  mine: { target: { command: 'echo "the locale is $LC_ALL"; exit 9', ready: / } }
                """);
        var environment = Map.of("RALBENCH_JAVA_HOME", JAVA_HOME.toString(), "LC_ALL", "POSIX");

        var outcome = launch(environment, "run", scenario.toString());

        assertThat(outcome.out()).containsPattern("the\\s+locale\\s+is\\s+POSIX");
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
    void itRunsThroughALinkFromAnotherDirectory() throws Exception {
        addTheBuild();
        var link = Files.createSymbolicLink(directory.resolve("link"), Path.of("a checkout/ralbench"));
        assertThat(launch(Map.of("RALBENCH_JAVA_HOME", JAVA_HOME.toString()), link, "list")
                        .out())
                .contains("delay-200");
    }

    private LauncherResult launchAfter(Map<String, String> environment, String line) throws Exception {
        var all = new HashMap<>(environment);
        all.put("RALBENCH_JAVA_HOME", JAVA_HOME.toString());
        return launch(
                all,
                List.of(
                        "/bin/sh",
                        "-c",
                        line + "; exec /bin/sh \"$0\" list",
                        home.resolve("ralbench").toString()));
    }

    @ParameterizedTest
    @CsvSource({"ulimit -v 500000, -Da=b, ulimit -v", "true, -XX:NoSuchFlag, -XX:NoSuchFlag", "true, -Xmx1k, -Xmx1k"})
    @Disturbance(value = "the JVM cannot start, because of", then = "exit 7, the limits and the cure")
    void limitsUnderWhichNoJvmStartsAreNamed(String limit, String flags, String named) throws Exception {
        addTheBuild();
        var outcome = launchAfter(Map.of("RALBENCH_JAVA_OPTS", flags), limit);

        assertThat(outcome.exit()).as(outcome.err()).isEqualTo(ExitCode.ENVIRONMENT.code());
        assertThat(outcome.err())
                .startsWith("ralbench: the JVM does not start here: ")
                .contains(named, "-> raise");
        assertThat(outcome.err().lines()).hasSize(4);
    }

    @Test
    void limitsUnderWhichOneStartsDoNotMatter() throws Exception {
        addTheBuild();
        var outcome = launchAfter(Map.of("RALBENCH_JAVA_OPTS", "-Da=b"), "ulimit -n 200");

        assertThat(outcome.exit()).as(outcome.err()).isZero();
        assertThat(outcome.out()).contains("delay-200");
    }

    @Test
    @Disturbance(value = "the current directory was deleted", then = "exit 7, in one sentence")
    void aDirectoryThatIsGoneIsNamed() throws Exception {
        addTheBuild();
        var outcome = launchAfter(Map.of(), "mkdir gone; cd gone; rmdir ../gone");

        assertThat(outcome.exit()).as(outcome.err()).isEqualTo(ExitCode.ENVIRONMENT.code());
        assertThat(outcome.err())
                .contains("ralbench: the current directory does not exist any more")
                .doesNotContain("\tat ");
    }
}
