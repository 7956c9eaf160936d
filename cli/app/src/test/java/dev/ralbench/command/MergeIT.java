package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.ralbench.load.Outcome;
import dev.ralbench.result.ResultFile;
import dev.ralbench.result.RunResult;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two processes load one service at the same time. */
@Timeout(240)
class MergeIT {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int USERS = 10;
    private static final int LOOPS = 60;

    @TempDir
    private Path directory;

    private final AtomicInteger requests = new AtomicInteger();
    private final ExecutorService threads = Executors.newFixedThreadPool(2 * USERS);
    /** The first requests of two generators are answered together, so that their loads begin together. */
    private final CountDownLatch haveArrived = new CountDownLatch(2);

    private final List<HttpServer> servers = new ArrayList<>();

    @AfterEach
    void stop() {
        servers.forEach(server -> server.stop(0));
        threads.shutdownNow();
    }

    /** The one service at a port of its own for a generator, which tells it from the others. */
    private int port() throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 2 * USERS);
        var isNew = new AtomicBoolean(true);
        server.createContext("/", exchange -> {
            if (isNew.getAndSet(false)) {
                haveArrived.countDown();
            }
            awaitAll();
            requests.incrementAndGet();
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.setExecutor(threads);
        server.start();
        servers.add(server);
        return server.getAddress().getPort();
    }

    private void awaitAll() throws IOException {
        try {
            if (!haveArrived.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new IOException("the other generator did not come");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    /** Counted, so that the number of requests is known; with pauses, so that it lasts for seconds. */
    private List<String> words(String generator) throws IOException {
        var scenario = Files.writeString(directory.resolve(generator + ".yaml"), """
                schema: 1
                name: shared
                request: { path: /counted }
                load: { closed: { loops: { users: %d, loops: %d } }, think: 100ms }
                variants: { only: { target: { url: "http://127.0.0.1:%d" } } }
                """.formatted(USERS, LOOPS, port()));
        return List.of(
                "run", "--scenario", scenario.toString(), "-o", file(generator).toString());
    }

    private Path file(String generator) {
        return directory.resolve(generator + ".json");
    }

    private void measureAtOneInstant() throws Exception {
        var a = Files.createDirectories(directory.resolve("a"));
        var b = Files.createDirectories(directory.resolve("b"));
        try (var one = RalbenchProcess.start(a, Map.of(), words("a"));
                var other = RalbenchProcess.start(b, Map.of(), words("b"))) {
            assertThat(one.awaitEnd(PATIENCE)).as(one.told()).isZero();
            assertThat(other.awaitEnd(PATIENCE)).as(other.told()).isZero();
        }
    }

    private RunResult merged() {
        var both = file("both");
        var outcome = Shell.run("merge", file("a").toString(), file("b").toString(), "-o", both.toString());
        assertThat(outcome.exit()).as(outcome.err()).isZero();
        return ResultFile.read(both);
    }

    @Test
    void theServiceCountsTheRequestsThatTheMergedResultHas() throws Exception {
        measureAtOneInstant();
        int before = requests.get();

        var merged = merged();

        var whole = merged.trials().getFirst().measurement().orElseThrow().wholeRun();
        assertThat(whole.requests().count(Outcome.OK)).isEqualTo(2L * USERS * LOOPS);
        assertThat(whole.usersTo()).isEqualTo(2 * USERS);
        // Each generator looked at the service with single requests, which are in no figure.
        long looks = before - whole.requests().count(Outcome.OK);
        assertThat(looks).isBetween(2L, 20L);
        assertThat(Shell.run("report", file("both").toString(), "--details").out())
                .contains("merged of 2 generators", "a.json", "b.json", "1 200");
        assertThat(Shell.run("compare", file("both").toString(), file("both").toString())
                        .err())
                .doesNotContain("Exception");
    }

    @Test
    void aRunOfAnotherTimeIsNoPartOfTheLoad() throws Exception {
        measureAtOneInstant();
        var c = Files.createDirectories(directory.resolve("c"));
        try (var late = RalbenchProcess.start(c, Map.of(), words("c"))) {
            assertThat(late.awaitEnd(PATIENCE)).as(late.told()).isZero();
        }

        var outcome = Shell.run(
                "merge",
                file("a").toString(),
                file("c").toString(),
                "-o",
                file("x").toString());

        assertThat(outcome.exit()).isEqualTo(ExitCode.USAGE.code());
        assertThat(outcome.err())
                .contains("a.json and c.json are not parts of one load", "did not begin at one instant");
        assertThat(file("x")).doesNotExist();
    }
}
