package dev.ralbench.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.ralbench.Failure;
import dev.ralbench.result.PredictedLevel;
import dev.ralbench.session.RunRequest;
import dev.ralbench.session.Session;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executors;
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
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
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

    @Test
    void servicesOfAScenarioAreStartedAndEnded() throws IOException {
        Files.writeString(directory.resolve("Service.java"), SERVICE);
        var command = "${java} Service.java ${port}";
        var scenario = Files.writeString(directory.resolve("mine.yaml"), """
                schema: 1
                name: mine
                request: { path: / }
                load: { closed: { constant: { users: 5, hold: 1s } } }
                variants:
                  one: { target: { command: "%1$s", directory: "%2$s", ready: / } }
                  two: { target: { command: "%1$s", directory: "%2$s", ready: / } }
                """.formatted(command, directory));

        Example.scenario(scenario.toString(), directory.resolve("r.json"), stream());

        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .hasSize(2)
                .allMatch(line -> line.matches("(one|two): median PT0\\.\\d+S"));
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
}
