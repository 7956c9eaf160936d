package dev.ralbench.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.load.LeastLengths;
import dev.ralbench.testing.Eventually;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Agents and mains as processes of their own: what each side sees when the other one dies, stops or is a stranger. */
@Timeout(120)
class FleetIT {
    private static final Clock CLOCK = Clock.system();
    private static final String HASH = "a";
    private static final Duration LONG_ENOUGH = Duration.ofSeconds(60);
    private static final String KILL = "-KILL";

    private final HeardEvents heard = new HeardEvents();
    private final List<Started> started = new ArrayList<>();

    @TempDir
    private Path directory;

    /** A program, and the file that its output goes to. */
    private record Started(Process process, Path output) {
        String text() {
            try {
                return Files.readString(output);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }

        void awaitText(String part) {
            Eventually.within(LONG_ENOUGH, () -> text().contains(part));
        }

        /** Its exit code. */
        int end() throws InterruptedException {
            assertThat(process.waitFor(LONG_ENOUGH.toSeconds(), TimeUnit.SECONDS))
                    .as("%s", text())
                    .isTrue();
            return process.exitValue();
        }

        void signal(String name) throws IOException, InterruptedException {
            assertThat(new ProcessBuilder("kill", name, Long.toString(process.pid()))
                            .start()
                            .waitFor())
                    .isZero();
        }

        Endpoint endpoint() {
            awaitText("port ");
            return new Endpoint(
                    "127.0.0.1",
                    text().lines()
                            .filter(line -> line.startsWith("port "))
                            .map(line -> Integer.parseInt(line.substring(5)))
                            .findFirst()
                            .orElseThrow());
        }
    }

    @BeforeEach
    void makeKeys() {
        FleetKey.create(directory.resolve("fleet"), 3, Duration.ofDays(1), CLOCK);
    }

    @AfterEach
    void endAll() {
        started.forEach(program -> program.process().destroyForcibly());
    }

    private Path key(String name) {
        return directory.resolve("fleet").resolve(name + ".key");
    }

    private Started start(String... args) throws IOException {
        var output = directory.resolve("output-" + started.size());
        var command = Stream.concat(
                Stream.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx64m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        FleetProgram.class.getName()),
                Stream.of(args));
        var process = new ProcessBuilder(command.toList())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        started.add(new Started(process, output));
        return started.getLast();
    }

    private Started agent(int number) throws IOException {
        return start("agent", key("agent-" + number).toString(), HASH);
    }

    private Fleet join(Started... agents) throws InterruptedException {
        var key = Optional.of(FleetKey.read(key("main"), CLOCK));
        var endpoints = Stream.of(agents).map(Started::endpoint).toList();
        return Fleet.join(endpoints, key, new Build("ralbench 1", HASH), Duration.ZERO, heard, CLOCK);
    }

    private static List<ClockOffset> begin(Fleet fleet) throws InterruptedException {
        var offsets = fleet.all(FleetAgent::clock);
        fleet.all(agent -> agent.prepare(1, new byte[] {1}));
        fleet.all(agent -> agent.startAt(1, CLOCK.nanoTime()));
        return offsets;
    }

    /** Events other than progress. */
    private String event() throws InterruptedException {
        var event = heard.next();
        while (event.startsWith("1 progress")) {
            event = heard.next();
        }
        return event;
    }

    @Test
    void threeAgentsServeARunAndEndWithIt() throws Exception {
        var agents = List.of(agent(1), agent(2), agent(3));

        try (var fleet = join(agents.toArray(Started[]::new))) {
            var offsets = begin(fleet);
            fleet.agents().forEach(agent -> agent.goOn(1, Point.WINDOW_END, 1, CLOCK.nanoTime(), LeastLengths.NONE, 0));
            assertThat(List.of(event(), event(), event())).containsOnly("1 WINDOW_END 1 PT0S");
            fleet.all(agent -> agent.stop(1));
            long before = CLOCK.nanoTime();
            var times = fleet.all(agent -> agent.finish(1)).stream()
                    .map(bytes -> Long.parseLong(new String(bytes, StandardCharsets.UTF_8)))
                    .toList();
            long after = CLOCK.nanoTime();
            // Processes of one machine share its clock, so the error is within the uncertainty.
            for (int i = 0; i < times.size(); i++) {
                long uncertainty = offsets.get(i).uncertaintyNanos();
                assertThat(times.get(i)).isBetween(before - uncertainty, after + uncertainty);
            }
        }
        for (var agent : agents) {
            assertThat(agent.end()).as("%s", agent.text()).isZero();
            assertThat(agent.text()).contains("joined by main 127.0.0.1", "load begins", "run ended");
        }
    }

    @Test
    void anAgentThatIsKilledIsNamedWhileTheOtherGoesOn() throws Exception {
        var dying = agent(1);
        var other = agent(2);

        try (var fleet = join(dying, other)) {
            begin(fleet);
            dying.signal(KILL);
            assertThat(event()).startsWith("lost: agent A (agent-1) is lost, its process or its machine ended");
            assertThatThrownBy(() -> FleetAgent.await(fleet.agents().getFirst().finish(1)))
                    .isInstanceOf(Failure.class)
                    .hasMessage("agent " + dying.endpoint() + " (agent-1) is lost");
            assertThat(FleetAgent.await(fleet.agents().getLast().finish(1))).isNotEmpty();
        }
        assertThat(other.end()).isZero();
    }

    @Test
    void anAgentThatStandsStillIsLostAndFindsOutItself() throws Exception {
        var stopped = agent(1);

        try (var fleet = join(stopped)) {
            begin(fleet);
            stopped.signal("-STOP");
            assertThat(event()).startsWith("lost: agent A (agent-1) is lost, it sent nothing for 10 s");
            stopped.signal("-CONT");
            assertThat(stopped.end()).isEqualTo(7);
            assertThat(stopped.text())
                    .contains("load aborted", "failed: main 127.0.0.1 is lost; its load was stopped, its process");
        }
    }

    @Test
    void anAgentWhoseMainIsKilledStopsItsLoad() throws Exception {
        var agent = agent(1);
        var main = start("main", key("main").toString(), HASH, agent.endpoint().toString());
        main.awaitText("run is on");

        main.signal(KILL);

        assertThat(agent.end()).isEqualTo(7);
        assertThat(agent.text())
                .contains(
                        "load aborted",
                        "failed: main 127.0.0.1 is lost; its load was stopped, its process or its machine ended");
    }

    @Test
    void anAgentWhoseMainStandsStillStopsItsLoad() throws Exception {
        var agent = agent(1);
        var main = start("main", key("main").toString(), HASH, agent.endpoint().toString());
        main.awaitText("run is on");

        main.signal("-STOP");

        assertThat(agent.end()).isEqualTo(7);
        assertThat(agent.text()).contains("load aborted", "is lost; its load was stopped, it sent nothing for 10 s");
    }

    @Test
    void strangersAndOtherMainsChangeNothingInARun() throws Exception {
        var agent = agent(1);
        FleetKey.create(directory.resolve("other"), 1, Duration.ofDays(1), CLOCK);

        try (var fleet = join(agent)) {
            begin(fleet);
            assertRefused(
                    start("main", key("main").toString(), HASH, agent.endpoint().toString()), "serves another run");
            assertRefused(
                    start("main", key("main").toString(), "b", agent.endpoint().toString()), "runs another ralbench");
            assertRefused(
                    start(
                            "main",
                            directory.resolve("other/main.key").toString(),
                            HASH,
                            agent.endpoint().toString()),
                    "shows a certificate of another fleet");
            try (var plain = new Socket(
                    InetAddress.getLoopbackAddress(), agent.endpoint().port())) {
                plain.getOutputStream().write(new byte[1000]);
                assertThat(plain.getInputStream().readAllBytes()).hasSizeLessThan(10);
            }
            assertThatThrownBy(() -> readWithoutCertificate(agent.endpoint())).isInstanceOf(SSLException.class);
            agent.awaitText("refused main 127.0.0.1: this agent serves another one");
            agent.awaitText("refused main 127.0.0.1: it runs ralbench 1, this is ralbench 1 of another build");

            assertThat(fleet.all(each -> each.finish(1))).hasSize(1);
        }
        assertThat(agent.end()).isZero();
        assertThat(agent.text().lines().filter(line -> line.startsWith("refused a connection")))
                .containsExactlyInAnyOrder(
                        "refused a connection from 127.0.0.1: it refuses the certificate shown to it, as one of another"
                                + " fleet",
                        "refused a connection from 127.0.0.1: it does not speak TLS",
                        "refused a connection from 127.0.0.1: it shows no certificate");
        assertThat(agent.text())
                .contains("refused 3 connections from 127.0.0.1")
                .doesNotContain("\tat ");
    }

    private static void assertRefused(Started main, String why) throws InterruptedException {
        assertThat(main.end()).as("%s", main.text()).isEqualTo(7);
        assertThat(main.text()).startsWith("failed: ").contains(why).doesNotContain("\tat ");
    }

    /** A client that takes any certificate and shows none. */
    private static void readWithoutCertificate(Endpoint endpoint) throws Exception {
        var trust = new X509TrustManager() {
            @Override
            public void checkClientTrusted(X509Certificate[] chain, String type) {}

            @Override
            public void checkServerTrusted(X509Certificate[] chain, String type) {}

            @Override
            public X509Certificate[] getAcceptedIssuers() {
                return new X509Certificate[0];
            }
        };
        var context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[] {trust}, new SecureRandom());
        try (var socket = context.getSocketFactory().createSocket(InetAddress.getLoopbackAddress(), endpoint.port())) {
            socket.getInputStream().readAllBytes();
        }
    }
}
