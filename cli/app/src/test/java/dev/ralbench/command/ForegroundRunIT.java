package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.ralbench.Clock;
import dev.ralbench.measurement.ProgressSnapshot;
import dev.ralbench.page.progress.ProgressDisplay;
import dev.ralbench.result.PredictionAddition;
import dev.ralbench.scenario.ScenarioCatalog;
import dev.ralbench.service.TargetCatalog;
import dev.ralbench.session.RunRequest;
import dev.ralbench.session.Session;
import dev.ralbench.session.Surroundings;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.Eventually;
import dev.ralbench.testing.ItCache;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run with real signals of this process. */
class ForegroundRunIT {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir
    private Path directory;

    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    /** Does something when the run closes it: then all trials have ended, and the table is still to come. */
    private record ClosingDisplay(Runnable atClose) implements ProgressDisplay {
        @Override
        public void update(ProgressSnapshot snapshot) {}

        @Override
        public void message(String text) {}

        @Override
        public void close() {
            atClose.run();
        }
    }

    private ForegroundRun.Ended run(Signals signals, Runnable atClose) throws IOException {
        var session = new Session(new Surroundings(
                ItCache.ENVIRONMENT,
                ScenarioCatalog.standard(),
                new TargetCatalog(directory),
                BuiltInKinds.ALL,
                Clock.system(),
                Uncalibrated.CEILING,
                PredictionAddition.NONE,
                Version.tool()));
        var scenario = Files.writeString(directory.resolve("mine.yaml"), """
                schema: 1
                name: mine
                request: { path: / }
                load: { closed: { loops: { users: 1, loops: 1 } } }
                variants: { only: { target: { url: "http://127.0.0.1:%d" } } }
                """.formatted(
                        server.getAddress().getPort()));
        var planned = session.plan(RunRequest.of(scenario.toString()).output(directory.resolve("r.json")));
        return new ForegroundRun(session, planned, new ClosingDisplay(atClose), signals).run();
    }

    @Test
    void withoutASignalItIsComplete() throws IOException {
        assertThat(run(new Signals(), () -> {})).isInstanceOf(ForegroundRun.Complete.class);
    }

    @Test
    @Disturbance(value = "a signal between the last trial and the table", then = "its exit code, and what was measured")
    void aSignalAfterTheLastTrialIsNotLost() throws IOException {
        var ended = new Signals();
        var outlived = new AtomicBoolean();
        try (var around = new Signals()) { // a signal that comes too late for the run must not end the tests
            around.onSignal(() -> outlived.set(true));
            var how = run(ended, () -> {
                terminate();
                Eventually.within(LIMIT, () -> ended.received().isPresent() || outlived.get());
            });

            assertThat(outlived)
                    .as("the run's own signals were closed before its display")
                    .isFalse();
            assertThat(how).isInstanceOfSatisfying(ForegroundRun.Stopped.class, stopped -> {
                assertThat(stopped.signal()).isEqualTo(ExitCode.TERMINATED);
                assertThat(stopped.measured().orElseThrow().result().trials()).hasSize(1);
            });
        }
    }

    private static void terminate() {
        try {
            var kill = new ProcessBuilder(
                            "kill",
                            "-TERM",
                            String.valueOf(ProcessHandle.current().pid()))
                    .start();
            assertThat(kill.waitFor()).isZero();
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
