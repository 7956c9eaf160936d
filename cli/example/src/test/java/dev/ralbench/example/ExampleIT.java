package dev.ralbench.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.net.httpserver.HttpServer;
import dev.ralbench.Failure;
import dev.ralbench.measurement.CourseSoFar;
import dev.ralbench.measurement.ProgressSnapshot;
import dev.ralbench.result.PredictedLevel;
import dev.ralbench.result.ResultFile;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import dev.ralbench.session.RunRequest;
import dev.ralbench.session.Session;
import dev.ralbench.trial.RunListener;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** ralbench as a library, with real services. */
class ExampleIT {
    private static final String SERVICE = """
            void main(String[] args) throws Exception {
                var address = new java.net.InetSocketAddress("127.0.0.1", Integer.parseInt(args[0]));
                var server = com.sun.net.httpserver.HttpServer.create(address, 0);
                server.createContext("/", exchange -> {
                    exchange.sendResponseHeaders(200, -1);
                    exchange.close();
                });
                server.start();
            }
            """;

    /** For the thousand requests that a p99 needs, also on a busy machine. */
    private static final Duration LONG_ENOUGH = Duration.ofSeconds(4);

    /** A request after those that look before the load whether the service is there. */
    private static final int AMID_THE_LOAD = 20;

    @TempDir
    private Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private PrintStream stream() {
        return new PrintStream(out, true, StandardCharsets.UTF_8);
    }

    private interface ServiceUser {
        void use(String url) throws IOException;
    }

    private static void withService(ServiceUser user) throws IOException {
        withService(() -> {}, user);
    }

    private static void withService(Runnable atRequest, ServiceUser user) throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            atRequest.run();
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            server.setExecutor(threads);
            server.start();
            try {
                user.use("http://127.0.0.1:" + server.getAddress().getPort() + "/");
            } finally {
                server.stop(0);
            }
        }
    }

    @Test
    void aUrlIsLoadedAndItsFiguresAreRead() throws IOException {
        var file = directory.resolve("r.json");

        withService(url -> Example.url(url, LONG_ENOUGH, file, stream()));

        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .singleElement()
                .asString()
                .matches("[1-9]\\d* responses/s, p99 [1-9]\\d* us");
        assertThat(file).content().contains("\"ralbench.result/1\"");
    }

    /** @param hold how long each variant is loaded */
    private Path scenario(String hold) throws IOException {
        Files.writeString(directory.resolve("Service.java"), SERVICE);
        var command = "${java} Service.java ${port}";
        return Files.writeString(directory.resolve("mine.yaml"), """
                schema: 1
                name: mine
                request: { path: / }
                load: { closed: { constant: { users: 5, hold: %3$s } } }
                variants:
                  one: { target: { command: "%1$s", directory: "%2$s", ready: / } }
                  two: { target: { command: "%1$s", directory: "%2$s", ready: / } }
                """.formatted(command, directory, hold));
    }

    @Test
    void servicesOfAScenarioAreStartedAndEnded() throws IOException {
        var scenario = scenario("1s");

        Example.scenario(scenario.toString(), directory.resolve("r.json"), stream());

        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .hasSize(2)
                .allMatch(line -> line.matches("(one|two): median PT0\\.\\d+S"));
    }

    @Test
    void whatWentWrongIsToldNextToTheFigures() throws IOException {
        var results = Files.createDirectory(directory.resolve("results"));
        withService(url -> {
            var scenario = Files.writeString(directory.resolve("mine.yaml"), """
                    schema: 1
                    name: mine
                    request: { path: / }
                    load: { closed: { constant: { users: 5, hold: 1s } } }
                    variants:
                      up: { target: { url: "%s" } }
                      down: { target: { command: "false", ready: / } }
                    """.formatted(url.replaceFirst("/$", "")));

            Example.scenario(scenario.toString(), results.resolve("r.json"), stream());
        });

        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .anyMatch(line -> line.matches("up: median PT0\\.\\d+S"))
                .contains(
                        "down: not measured",
                        "down: target 'down' ended while it started",
                        "exit code 1, it wrote nothing");
    }

    @Test
    void aResultThatCouldNotBeWrittenIsTold() throws IOException {
        var results = Files.createDirectory(directory.resolve("results"));
        var requests = new AtomicInteger();
        withService(
                () -> {
                    if (requests.incrementAndGet() == AMID_THE_LOAD) {
                        replaceByFile(results);
                    }
                },
                url -> {
                    var scenario = Files.writeString(
                            directory.resolve("mine.yaml"), """
                            schema: 1
                            name: mine
                            request: { path: / }
                            load: { closed: { constant: { users: 5, hold: 1s } } }
                            variants: { only: { target: { url: "%s" } } }
                            """.formatted(url.replaceFirst("/$", "")));

                    Example.scenario(scenario.toString(), results.resolve("r.json"), stream());
                });

        var told = out.toString(StandardCharsets.UTF_8);
        var trouble = Pattern.compile("cannot write the result to (.+); What was measured is in (.+): move it")
                .matcher(told);
        assertThat(told).contains("only: median ");
        assertThat(trouble.find()).as(told).isTrue();
        assertThat(trouble.group(1)).isEqualTo(results.resolve("r.json").toString());
        assertThat(Files.deleteIfExists(Path.of(trouble.group(2)))).isTrue();
    }

    private static void replaceByFile(Path results) {
        try {
            Files.move(results, results.resolveSibling("moved"));
            Files.createFile(results);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The closed form of a server without a queue would be wrong, and what is right is with the studies. */
    @Test
    void callsThatShareWorkersAreStoredAndNotPredicted() throws IOException {
        withService(url -> {
            var scenario = Files.writeString(directory.resolve("mine.yaml"), """
                    schema: 1
                    name: mine
                    request: { path: / }
                    load: { closed: { loops: { users: 2, loops: 5 } } }
                    variants:
                      shared: { target: { url: "%1$s" } }
                      alone: { target: { url: "%1$s" } }
                    predict:
                      shared: { delay: 20ms, workers: 2, calls: 2, threads: { base: 13, perUser: 2 } }
                      alone: { delay: 20ms, workers: 2 }
                    """.formatted(url.replaceFirst("/$", "")));

            var result = Session.standard()
                    .run(RunRequest.of(scenario.toString()).output(directory.resolve("r.json")))
                    .result();

            var predictions = result.expected().predictions();
            var shared = Objects.requireNonNull(predictions.get("shared"));
            var alone = Objects.requireNonNull(predictions.get("alone"));
            var levels = result.trials().getFirst().measurement().orElseThrow().windows();
            assertThat(shared.calls()).contains(2);
            assertThat(levels)
                    .isNotEmpty()
                    .allMatch(level -> PredictedLevel.of(shared, level).isEmpty())
                    .allMatch(level -> PredictedLevel.of(alone, level).isPresent());
        });
    }

    @Test
    void aLevelThatIsNotThereIsRefusedByNameOfThoseThatAre() throws IOException {
        withService(url -> {
            var request =
                    RunRequest.of(url).users(3).duration(Duration.ofSeconds(1)).output(directory.resolve("r.json"));
            var finished = Session.standard().run(request);

            assertThat(finished.file()).contains(directory.resolve("r.json"));
            assertThat(finished.troubles()).isEmpty();
            assertThat(finished.result().level(3).errors()).isZero();
            assertThatThrownBy(() -> finished.result().level(4))
                    .isInstanceOfSatisfying(
                            Failure.class, failure -> assertThat(failure.why()).isEqualTo("its levels: 3"));
        });
    }

    /** Its progress is the first moment at which there is something to store. */
    private static RunListener atTheFirstProgress(Runnable action) {
        return new RunListener() {
            private boolean isDone;

            @Override
            public void progress(ProgressSnapshot snapshot, CourseSoFar course) {
                if (!isDone) {
                    isDone = true;
                    action.run();
                }
            }
        };
    }

    @Test
    void anInterruptOfTheWaitingThreadEndsTheRunAndIsKept() throws IOException {
        var file = directory.resolve("r.json");
        var waiting = Thread.currentThread();

        var finished = Session.standard()
                .run(RunRequest.of(scenario("10m").toString()).output(file), atTheFirstProgress(waiting::interrupt));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(finished.result().status()).isEqualTo(RunResult.Status.ABORTED);
        assertThat(finished.troubles()).isEmpty();
        assertThat(ResultFile.read(file).trials()).singleElement().satisfies(trial -> {
            assertThat(trial.status()).isEqualTo(TrialResult.Status.ABORTED);
            assertThat(trial.failure()).isEmpty();
            assertThat(trial.measurement()).isPresent();
            var service = URI.create(trial.setup().target().orElseThrow().url());
            assertThatExceptionOfType(ConnectException.class)
                    .as("the service has ended")
                    .isThrownBy(() -> new Socket(service.getHost(), service.getPort()).close());
        });
    }

    @Test
    void anAssertionOfAListenerLeavesNothingRunning() throws IOException {
        var listener = new RunListener() {
            @Override
            public void runStarting(RunResult begun) {
                throw new AssertionError("as in a test");
            }
        };
        withService(url -> {
            var request = RunRequest.of(url).output(directory.resolve("r.json"));

            assertThatThrownBy(() -> Session.standard().run(request, listener)).hasMessage("as in a test");
        });
        assertThat(ProcessHandle.current().descendants()).isEmpty();
    }

    @Test
    void aSecondRunOfTheProcessIsRefusedAndTheFirstGoesOn() throws IOException {
        withService(url -> {
            var request = RunRequest.of(url).users(3).duration(Duration.ofSeconds(1));
            var refused = new ArrayList<Throwable>();

            var first = Session.standard()
                    .run(
                            request.output(directory.resolve("first.json")),
                            atTheFirstProgress(() -> refused.add(catchThrowable(
                                    () -> Session.standard().run(request.output(directory.resolve("second.json")))))));

            assertThat(refused).singleElement().isInstanceOfSatisfying(Failure.class, failure -> {
                assertThat(failure.what()).contains(" cannot run while this process runs ");
                assertThat(failure.fix())
                        .isEqualTo("start it when the other run has ended, or in a process of its own");
            });
            assertThat(first.result().status()).isEqualTo(RunResult.Status.COMPLETE);
            assertThat(directory.resolve("second.json")).doesNotExist();
            assertThat(Session.standard()
                            .run(request.output(directory.resolve("third.json")))
                            .result()
                            .status())
                    .as("after the end of the first")
                    .isEqualTo(RunResult.Status.COMPLETE);
        });
    }
}
