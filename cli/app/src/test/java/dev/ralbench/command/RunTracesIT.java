package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import dev.ralbench.process.UserCache;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.Eventually;
import dev.ralbench.testing.ItCache;
import dev.ralbench.testing.TestService;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is left of a run in processes, in /tmp and in the cache, wherever it is killed, and when it ends by itself. */
@Timeout(180)
class RunTracesIT {
    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final Duration AT_MOST = Duration.ofMinutes(1);

    private static final String GATE = """
            version: 1
            gate: threads
            design:
              shape: alternating
              pairs: { looks: [1] }
              windows: { per_level: 1, length: 60s, lead_in: 100ms }
              levels: [4]
              warmup: { requests: 50 }
            exact:
              - { metric: threads_peak, slack: 2 }
            """;

    @RegisterExtension
    static final TestService SERVICE = TestService.of(RunTracesIT.class);

    /** What the runs to their ends make for the ones after them. */
    @TempDir(factory = InTheCheckout.class)
    static Path warm;

    @TempDir(factory = InTheCheckout.class)
    Path directory;

    /** Where a run with a /tmp of its own sees it, too. */
    static final class InTheCheckout implements TempDirFactory {
        @Override
        public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context) throws IOException {
            return Files.createTempDirectory(Path.of("target").toAbsolutePath(), "traces");
        }
    }

    @BeforeAll
    static void linkServers() throws IOException {
        ItCache.withServersIn(warm);
    }

    @AfterAll
    static void unlinkServers() throws IOException {
        ItCache.unlink(new UserCache(warm));
    }

    @BeforeEach
    void everyTraceCanBeSeen() throws Exception {
        TracedRun.assumePossible();
    }

    /**
     * A moment of a run.
     *
     * @param program {@link Main} where that moment is in the calibration
     * @param command of ralbench, without the scenario
     * @param needs the scenario's dependencies
     * @param variants of the scenario
     * @param isSecondRun whether another one, to its end, comes before
     * @param isReached whether it is
     */
    record Stage(
            Class<?> program,
            List<String> command,
            String needs,
            String variants,
            boolean isSecondRun,
            Predicate<TracedRun> isReached) {
        static Stage told(String part, String needs, String... command) {
            return new Stage(
                    Uncalibrated.class, List.of(command), needs, SERVICE.variant("a"), false, run -> run.hasTold(part));
        }

        Stage of(Class<?> other) {
            return new Stage(other, command, needs, variants, isSecondRun, isReached);
        }

        Stage when(Predicate<TracedRun> reached) {
            return new Stage(program, command, needs, variants, isSecondRun, reached);
        }

        Stage with(String others) {
            return new Stage(program, command, needs, others, isSecondRun, isReached);
        }

        Stage afterAnotherRun() {
            return new Stage(program, command, needs, variants, true, isReached);
        }
    }

    private static Stream<Arguments> stages() {
        var mysql = "mysql: { database: shop, script: shop.sql }";
        var run = Stage.told("", mysql, "run");
        var turns = new String[] {"run", "--order", "alternating", "--levels", "4", "--warm-up", "100000000"};
        return Stream.of(
                argumentSet(
                        "calibrating the generator",
                        Stage.told("calibrating the load generator", "", "run").of(Main.class)),
                argumentSet("making a database's files", run.when(traced -> traced.runs("--bootstrap"))),
                argumentSet("loading data", Stage.told("loading shop.sql: statement 2 of 2", mysql, "run")),
                argumentSet(
                        "PostgreSQL is busy with data",
                        Stage.told(
                                "loading busy.sql: statement 2 of 2",
                                "postgres: { database: shop, script: busy.sql }",
                                "run")),
                argumentSet(
                        "making a start-up cache",
                        Stage.told("", "", "run")
                                .with("a: { target: mini, path: / }")
                                .afterAnotherRun()
                                .when(traced -> traced.runs("-XX:AOTCacheOutput"))),
                argumentSet("warm-up", Stage.told(" by 4 users", "", turns)),
                argumentSet(
                        "between two trials",
                        Stage.told("starting b", "", "run", "--duration", "1s")
                                .with(SERVICE.variant("a") + "  " + SERVICE.variant("b", "never-ready"))),
                argumentSet(
                        "the first block of a gate",
                        Stage.told(" by 4 users", "", "run", "--gate", "threads.yaml")
                                .with(SERVICE.variant("a") + "  " + SERVICE.variant("b"))),
                argumentSet("up", Stage.told("up until Ctrl-C", "redis: { keys: { a: \"1\" } }", "up")));
    }

    @ParameterizedTest(name = "{argumentSetName}")
    @MethodSource("stages")
    @Disturbance(value = "kill -9 of ralbench, stage:", then = "no process, /tmp and cache as before after 15 s")
    void nothingIsLeftOfARunThatIsKilled(Stage stage) throws Exception {
        var cache = ItCache.withServersIn(directory.resolve("cache"));
        try (var run = start(stage, cache)) {
            run.await(stage.isReached(), AT_MOST);

            run.process().signal("KILL");

            run.process().awaitEnd(PATIENCE);
            Eventually.isEmpty(PATIENCE, run::traces);
        } finally {
            ItCache.unlink(cache);
        }
    }

    private static final String SPRING = "a: { target: tomcat, path: /imperative/endpoint }";

    private static final String SERVERS =
            "mysql: { database: shop }, postgres: { database: shop }, redis: { keys: { a: \"1\" } }";

    private static Stream<Arguments> ends() {
        var up = Stage.told("up until Ctrl-C", SERVERS, "up", "--runtime", "process")
                .with(SPRING);
        var complete = Stage.told("starting a", SERVERS, "run", "--runtime", "process", "--duration", "1s")
                .with(SPRING);
        var run = Stage.told("· 4 users · users 4/4", SERVERS, "run", "--runtime", "process")
                .with(SPRING);
        return Stream.of(
                argumentSet("the run is complete", complete, "none", 0),
                argumentSet("Ctrl-C", up, "INT", 130),
                argumentSet("kill -9", run, "KILL", 137));
    }

    @ParameterizedTest(name = "{argumentSetName}")
    @MethodSource("ends")
    @Disturbance(
            value = "a Spring service with its servers, end:",
            then = "no process, /tmp and cache as before after 15 s")
    void nothingIsLeftOfASpringServiceWithItsServers(Stage stage, String signal, int exit) throws Exception {
        try (var run = start(stage, new UserCache(warm))) {
            run.await(stage.isReached(), AT_MOST);

            if (!signal.equals("none")) {
                run.process().signal(signal);
            }

            assertThat(run.process().awaitEnd(AT_MOST)).as(run.process().told()).isEqualTo(exit);
            Eventually.isEmpty(PATIENCE, run::traces);
        }
    }

    private void runToItsEnd(List<String> command, UserCache cache) throws IOException, InterruptedException {
        var environment = Map.of(UserCache.VARIABLE, cache.root().toString());
        var place = Files.createDirectory(directory.resolve("first"));
        try (var run = RalbenchProcess.startIn(place, environment, command)) {
            run.awaitEnd(AT_MOST);
        }
    }

    /** That the test service's responses are not the expected ones is no matter here. */
    private TracedRun start(Stage stage, UserCache cache) throws IOException, InterruptedException {
        Files.writeString(directory.resolve("shop.sql"), "CREATE TABLE a (b int); INSERT INTO a VALUES (SLEEP(100));");
        Files.writeString(
                directory.resolve("busy.sql"),
                "CREATE TABLE a (b int); INSERT INTO a SELECT count(*) FROM generate_series(1, 1000000000);");
        Files.writeString(directory.resolve("threads.yaml"), GATE);
        Files.writeString(directory.resolve("mine.yaml"), """
                schema: 1
                name: mine
                request: { path: /work }
                needs: { %s }
                load: { closed: { constant: { users: 4, hold: 60s } }, timeout: 1s }
                jvm: -Xmx128m -XX:+UseSerialGC -XX:TieredStopAtLevel=1
                variants:
                  %s""".formatted(stage.needs(), stage.variants()));
        var command = new ArrayList<>(stage.command());
        if (command.getFirst().equals("run")) {
            command.add("--keep-going"); // one of the services answers 204, and that does not matter here
        }
        command.add(1, "mine.yaml");
        if (stage.isSecondRun()) {
            runToItsEnd(List.of("run", "../mine.yaml", "--keep-going", "--duration", "100ms"), cache);
        }
        return TracedRun.start(directory, cache, stage.program(), command);
    }
}
