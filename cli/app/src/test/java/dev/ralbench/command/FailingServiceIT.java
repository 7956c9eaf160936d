package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.dependency.mysql.MySqlKind;
import dev.ralbench.dependency.redis.RedisKind;
import dev.ralbench.docker.EngineProxy;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.RunTag;
import dev.ralbench.result.ResultFile;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import dev.ralbench.testing.Alone;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.EmbeddedVersion;
import dev.ralbench.testing.Eventually;
import dev.ralbench.testing.NeedsDocker;
import dev.ralbench.testing.Repository;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A target, or something that it needs, dies or freezes in the middle of a level of a real run. */
@Timeout(600)
class FailingServiceIT {
    /** For a machine that does much else. */
    private static final Duration START = Duration.ofMinutes(4);

    private static final Duration END = Duration.ofMinutes(4);

    private final ProcFs proc = ProcFs.ofThisMachine();
    private final List<RalbenchProcess> started = new ArrayList<>();

    @TempDir
    private Path directory;

    private Path scenario;

    /** Longer than a busy machine takes to kill something, because what dies ends it. */
    @BeforeEach
    void writeTheScenario() throws IOException {
        Files.copy(Repository.path("scenarios/selftest.sql"), directory.resolve("item.sql"));
        writeTheScenario("5m");
    }

    private void writeTheScenario(String hold) throws IOException {
        scenario = Files.writeString(directory.resolve("mine.yaml"), """
                schema: 1
                name: mine
                request: { path: /work }
                work: { same: nothing }
                load:
                  closed:
                    sequence:
                      - constant: { users: 2, hold: 500ms, label: before }
                      - constant: { users: 4, hold: %s, label: during }
                needs:
                  mysql: { database: selftest, script: item.sql }
                  redis: { database: 0 }
                  upstream: { latency: 10ms }
                jvm: -Xmx64m -XX:+UseSerialGC -XX:TieredStopAtLevel=1
                variants:
                  mini: { target: mini, with: { workers: 8, cpu: 100us, wait: 5ms, allocation: 1KiB, sql: 1 } }
                """.formatted(hold));
    }

    @AfterEach
    void end() {
        started.forEach(RalbenchProcess::close);
    }

    private RalbenchProcess start(String runtime, Map<String, String> environment) throws IOException {
        var words = List.of("run", scenario.toString(), "--runtime", runtime, "-o", result().toString());
        var run = RalbenchProcess.start(directory, environment, words);
        started.add(run);
        return run;
    }

    private RalbenchProcess startLoad(String runtime, Map<String, String> environment) throws IOException {
        var run = start(runtime, environment);
        run.awaitProgress("before: ", START);
        return run;
    }

    private Path result() {
        return directory.resolve("result.json");
    }

    private TrialResult onlyTrial() {
        assertThat(ResultFile.read(result()).trials()).hasSize(1);
        return ResultFile.read(result()).trials().getFirst();
    }

    /** The process of a run whose command holds that word. */
    private Optional<Long> find(RalbenchProcess run, String word) {
        return proc.pids().stream()
                .filter(pid -> proc.variable(pid, RunTag.VARIABLE)
                        .filter(runTag -> runTag.startsWith(run.pid() + "-"))
                        .isPresent())
                .filter(pid -> ProcessHandle.of(pid)
                        .flatMap(process -> process.info().commandLine())
                        .filter(command -> command.contains(word))
                        .isPresent())
                .findFirst();
    }

    private void signal(RalbenchProcess run, String name, String word) throws Exception {
        execute("kill", "-" + name, String.valueOf(find(run, word).orElseThrow()));
    }

    private static String execute(String... command) throws Exception {
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }

    private void assertEnds(RalbenchProcess run, String reason) throws Exception {
        assertThat(run.awaitEnd(END)).as(run.told()).isEqualTo(ExitCode.ENVIRONMENT.code());
        assertThat(run.told()).contains(reason);
        assertThat(ResultFile.read(result()).status()).isEqualTo(RunResult.Status.INCOMPLETE);
        assertThat(onlyTrial().failure().orElseThrow().text()).contains(reason);
        assertThat(onlyTrial().validity().verdict()).isEqualTo(TrialResult.ValidityLevel.INVALID);
        assertThat(onlyTrial().measurement()).as("what was measured until then").isPresent();
    }

    static Stream<Arguments> services() {
        return Stream.of(
                Arguments.of(
                        "mariadbd",
                        "mysql (MariaDB " + EmbeddedVersion.of(new MySqlKind()) + ") ended while it was measured"),
                Arguments.of(
                        "redis-server",
                        "redis (Redis " + EmbeddedVersion.of(new RedisKind()) + ") ended while it was measured"),
                Arguments.of("upstream.jar", "upstream ended while it was measured"),
                Arguments.of("mini.jar", "the target ended while it was measured"));
    }

    @ParameterizedTest
    @MethodSource("services")
    @Disturbance(value = "kill -9 in mid-level:", then = "exit 7, named, what was measured is kept")
    void whatIsKilledIsNamed(String word, String reason) throws Exception {
        var run = startLoad("process", Map.of());

        signal(run, "KILL", word);

        assertEnds(run, reason);
    }

    @Nested
    @Alone
    class Frozen {
        @ParameterizedTest
        @CsvSource({"mariadbd", "mini.jar"})
        @Disturbance(value = "SIGSTOP in mid-level, for seconds:", then = "exit 6, and the stall is named")
        void whatIsFrozenMakesTheTrialInvalid(String word) throws Exception {
            writeTheScenario("8s"); // long for a busy machine, and shorter than the timeout of requests
            var run = startLoad("process", Map.of());

            signal(run, "STOP", word);

            assertThat(run.awaitEnd(END)).as(run.told()).isEqualTo(ExitCode.INVALID.code());
            assertThat(onlyTrial().validity().verdict()).isEqualTo(TrialResult.ValidityLevel.INVALID);
            assertThat(onlyTrial().validity().reasons())
                    .anySatisfy(reason ->
                            assertThat(reason).contains("4 during").containsAnyOf("stood still", "answered nothing"));
            assertThat(find(run, word)).isEmpty();
        }
    }

    @Nested
    @NeedsDocker
    class InContainers {
        private String container(RalbenchProcess run, String word) {
            return "ralbench-"
                    + proc.variable(find(run, word).orElseThrow(), RunTag.VARIABLE)
                            .orElseThrow();
        }

        private static List<String> containers(RalbenchProcess run) throws Exception {
            return execute("docker", "ps", "--quiet", "--filter", "name=ralbench-" + run.pid() + "-")
                    .lines()
                    .toList();
        }

        @Test
        @Disturbance(value = "docker kill of a target in mid-level", then = "exit 7, named, what was measured is kept")
        void aContainerThatIsKilledIsNamed() throws Exception {
            var run = startLoad("docker", Map.of());

            execute("docker", "kill", "--signal", "KILL", container(run, "mini.jar"));

            assertEnds(run, "the target ended while it was measured");
        }

        @Test
        @Disturbance(value = "the kernel kills a container that is out of memory", then = "exit 7, named")
        void aContainerThatIsOutOfMemoryIsNamed() throws Exception {
            var run = startLoad("docker", Map.of());

            // Room for another process, which takes all of it: the kernel then kills the largest, the target.
            var target = container(run, "mini.jar");
            execute("docker", "update", "--memory", "128m", "--memory-swap", "128m", target);
            new ProcessBuilder("docker", "exec", target, "sh", "-c", "tail /dev/zero")
                    .start()
                    .waitFor();

            assertEnds(run, "the target ended while it was measured");
        }

        @Test
        @Disturbance(value = "the database's container is removed while it starts", then = "exit 7, nothing is left")
        void aContainerThatIsRemovedWhileItStartsIsNamed() throws Exception {
            var run = start("docker", Map.of());
            Eventually.within(START, () -> find(run, "--datadir=").isPresent());

            execute("docker", "rm", "--force", container(run, "--datadir="));

            assertThat(run.awaitEnd(END)).as(run.told()).isEqualTo(ExitCode.ENVIRONMENT.code());
            assertThat(run.told()).containsIgnoringCase("mysql").doesNotContain("\tat ");
            assertThat(find(run, "")).isEmpty();
        }

        @Test
        @Disturbance(value = "the Docker engine ends in mid-level", then = "exit 7, the engine is named")
        void anEngineThatEndsIsNamed() throws Exception {
            var socket = directory.resolve("docker.sock");
            try (var engine = EngineProxy.at(socket, System.getenv())) {
                var run = startLoad("docker", Map.of("DOCKER_HOST", "unix://" + socket));
                var containers = containers(run);
                assertThat(containers).as("target, MySQL, Redis, upstream").hasSize(4);

                engine.end();
                for (var container : containers) {
                    execute("docker", "kill", "--signal", "KILL", container);
                }

                assertEnds(run, "the Docker engine ended while it was measured");
                for (var container : containers) {
                    new ProcessBuilder("docker", "rm", "--force", container)
                            .start()
                            .waitFor();
                }
            }
        }
    }
}
