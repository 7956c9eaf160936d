package dev.ralbench.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.load.LeastLengths;
import dev.ralbench.testing.Eventually;
import dev.ralbench.testing.FakeClock;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Main and agents in one JVM, over real connections on loopback. */
@Timeout(60)
class FleetTest {
    private static final Build BUILD = new Build("ralbench 1", "a");
    private static final Clock CLOCK = Clock.system();

    private final HeardEvents heard = new HeardEvents();
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final BlockingQueue<RecordedWork> works = new LinkedBlockingQueue<>();
    private final List<Agent> agents = new ArrayList<>();

    @TempDir
    private Path directory;

    @AfterEach
    void closeAgents() {
        agents.forEach(Agent::close);
    }

    private Endpoint agent(Optional<FleetKey> key) {
        return agent(key, BUILD);
    }

    private Endpoint agent(Optional<FleetKey> key, Build build) {
        return agent(new Endpoint("127.0.0.1", 0), key, build);
    }

    private Endpoint agent(Endpoint endpoint, Optional<FleetKey> key, Build build) {
        var agent = Agent.listen(
                endpoint,
                key,
                new AgentFacts(build, "load-1", "25", 2, 28_000),
                main -> {
                    var work = new RecordedWork(main);
                    works.add(work);
                    return work;
                },
                lines::add,
                CLOCK);
        agents.add(agent);
        return new Endpoint("127.0.0.1", agent.port());
    }

    private FleetKey key(String fleet, String name) {
        var place = directory.resolve(fleet);
        if (!place.toFile().exists()) {
            FleetKey.create(place, 2, Duration.ofDays(1), CLOCK);
        }
        return FleetKey.read(place.resolve(name + ".key"), CLOCK);
    }

    private Fleet join(Optional<FleetKey> key, Endpoint... endpoints) throws InterruptedException {
        return Fleet.join(List.of(endpoints), key, BUILD, Duration.ZERO, heard, CLOCK);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private String line() throws InterruptedException {
        return String.valueOf(lines.poll(30, TimeUnit.SECONDS));
    }

    private RecordedWork work() throws InterruptedException {
        return works.poll(30, TimeUnit.SECONDS);
    }

    @Test
    void anAgentThatListensLaterIsWaitedFor() throws Exception {
        var reserved = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        var endpoint = new Endpoint("127.0.0.1", reserved.getLocalPort());
        reserved.close();
        assertThatThrownBy(() -> join(Optional.empty(), endpoint))
                .isInstanceOf(Failure.class)
                .hasMessageStartingWith("no agent listens on " + endpoint);

        var waiting = new FutureTask<>(
                () -> Fleet.join(List.of(endpoint), Optional.empty(), BUILD, Duration.ofSeconds(30), heard, CLOCK));
        Thread.ofVirtual().start(waiting);
        agent(endpoint, Optional.empty(), BUILD);

        try (var fleet = waiting.get()) {
            assertThat(fleet.agents()).extracting(FleetAgent::name).containsExactly(endpoint.toString());
        }
    }

    @Test
    void aRunGoesFromItsPreparationToItsRecordings() throws Exception {
        var mainKey = Optional.of(key("a", "main"));
        var first = agent(Optional.of(key("a", "agent-1")));
        var second = agent(Optional.of(key("a", "agent-2")));

        try (var fleet = join(mainKey, first, second)) {
            assertThat(fleet.agents())
                    .extracting(FleetAgent::name)
                    .containsExactly(first.toString(), second.toString());
            assertThat(fleet.agents().getFirst().facts()).isEqualTo(new AgentFacts(BUILD, "load-1", "25", 2, 28_000));
            for (var offset : fleet.all(FleetAgent::clock)) {
                // One JVM, one clock.
                assertThat(Math.abs(offset.nanos())).isLessThanOrEqualTo(offset.uncertaintyNanos());
            }
            assertThat(fleet.all(agent -> agent.prepare(1, bytes(agent.name()))))
                    .containsExactly(bytes("prepared " + first), bytes("prepared " + second));
            fleet.all(agent -> agent.startAt(1, 5_000_000_000L));
            assertThat(List.of(heard.next(), heard.next(), heard.next(), heard.next()))
                    .containsExactlyInAnyOrder(
                            "1 progress half", "1 WINDOW_END 1 PT0.005S", "1 progress half", "1 WINDOW_END 1 PT0.005S");
            fleet.agents()
                    .forEach(agent -> agent.goOn(
                            1,
                            Point.WINDOW_END,
                            1,
                            6_000_000_000L,
                            new LeastLengths(Duration.ZERO, Duration.ofMillis(7)),
                            9));
            assertThat(heard.next()).matches("1 failed: agent A \\(agent-[12]\\): the load is thin");
            fleet.all(agent -> agent.stop(1));
            assertThat(fleet.all(agent -> agent.finish(1))).containsExactly(bytes("recording"), bytes("recording"));
        }
        for (var agent : agents) {
            agent.await();
        }
        var calls = work().calls;
        assertThat(calls).hasSize(5).element(0).asString().startsWith("prepare 127.0.0.1:");
        assertThat(calls).contains("stop", "finish").anyMatch(call -> call.matches("start [45]\\d{9}"));
    }

    /** As variants that take turns have it. */
    @Test
    void severalLoadsAreOnAgentsAtATime() throws Exception {
        var endpoint = agent(Optional.empty());

        try (var fleet = join(Optional.empty(), endpoint)) {
            var agent = fleet.agents().getFirst();
            FleetAgent.await(agent.prepare(1, bytes("a")));
            FleetAgent.await(agent.prepare(2, bytes("b")));
            FleetAgent.await(agent.startAt(2, 0));
            assertThat(List.of(heard.next(), heard.next()))
                    .containsExactly("2 progress half", "2 WINDOW_END 1 PT0.005S");
            FleetAgent.await(agent.followWith(2, 3, List.of(10, 20), Duration.ofSeconds(6)));
            assertThat(FleetAgent.await(agent.finish(2))).isEqualTo(bytes("recording"));
            assertThatThrownBy(() -> FleetAgent.await(agent.finish(2)))
                    .hasMessageContaining("load 2 has not been prepared");
            agent.leave(1);
            var first = work();
            assertThat(List.of(first.next(), first.next())).containsExactly("prepare a", "abort");
            assertThat(work().calls).hasSize(4).startsWith("prepare b").endsWith("follow 3 [10, 20] PT6S", "finish");
        }
        agents.getFirst().await();
        assertThat(lines).last().isEqualTo("run ended");
    }

    @Test
    void anAgentThatIsStartedAgainIsJoinedAgain() throws Exception {
        var stays = agent(Optional.empty());
        var goes = agent(Optional.empty());
        try (var fleet = join(Optional.empty(), stays, goes)) {
            fleet.all(agent -> agent.prepare(1, bytes("a")));
            agents.getLast().close();
            assertThat(heard.next()).startsWith("lost: agent");

            assertThat(fleet.restored()).extracting(FleetAgent::name).containsExactly(stays.toString());
            assertThat(fleet.losses())
                    .containsExactly("agent " + goes
                            + " was stopped: its user, or its system, ended it before the run was over");

            agents.add(Agent.listen(
                    goes,
                    Optional.empty(),
                    new AgentFacts(BUILD, "load-1", "25", 2, 28_000),
                    RecordedWork::new,
                    lines::add,
                    CLOCK));
            assertThat(fleet.restored())
                    .extracting(FleetAgent::name)
                    .containsExactly(stays.toString(), goes.toString());
            assertThat(fleet.all(agent -> agent.prepare(2, bytes("b")))).hasSize(2);
        }
    }

    /** Nothing else tells apart what poses as an agent from that agent. */
    @Test
    void twoAgentsWithOneKeyAreRefusedAndWaitOn() throws Exception {
        var mainKey = Optional.of(key("a", "main"));
        var first = agent(Optional.of(key("a", "agent-1")));
        var copy = agent(Optional.of(key("a", "agent-1")));
        var other = agent(Optional.of(key("a", "agent-2")));

        assertFailure(
                refusal(mainKey, first, other, copy),
                FailureKind.USAGE,
                "agent " + copy + " (agent-1) shows the certificate of " + first,
                "one could pose as the other");
        try (var fleet = join(mainKey, other, copy)) {
            assertThat(fleet.agents())
                    .extracting(FleetAgent::toString)
                    .containsExactly("agent " + other + " (agent-2)", "agent " + copy + " (agent-1)");
            assertThat(fleet.agents())
                    .extracting(FleetAgent::key)
                    .containsExactly(Optional.of("agent-2"), Optional.of("agent-1"));
        }
    }

    private Failure refusal(Optional<FleetKey> key, Endpoint... endpoints) {
        try (var fleet = join(key, endpoints)) {
            throw new AssertionError("joined " + fleet.agents());
        } catch (Failure failure) {
            return failure;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void assertFailure(Failure failure, FailureKind kind, String what, String why) {
        assertThat(failure.what()).contains(what);
        assertThat(failure.why()).contains(why);
        assertThat(failure.kind()).isEqualTo(kind);
        assertThat(failure.fix()).isNotEmpty();
    }

    @Test
    void aMainOfAnotherFleetIsRefusedByBothSides() throws Exception {
        var endpoint = agent(Optional.of(key("a", "agent-1")));

        assertFailure(
                refusal(Optional.of(key("b", "main")), endpoint),
                FailureKind.USAGE,
                "agent " + endpoint + " shows a certificate of another fleet",
                "");
        assertThat(line()).startsWith("refused a connection from 127.0.0.1: it refuses the certificate shown to it");
    }

    /** The main sees nothing wrong with the agent, so only the agent can refuse. */
    @Test
    void theKeyOfAnAgentLeadsNoRun() throws Exception {
        var endpoint = agent(Optional.of(key("a", "agent-1")));

        assertFailure(
                refusal(Optional.of(key("a", "agent-2")), endpoint),
                FailureKind.USAGE,
                "refuses the certificate shown to it",
                "");
        assertThat(line()).contains("certificate of the wrong kind");
    }

    @Test
    void aCertificateThatExpiredAfterTheStartIsRefused() throws Exception {
        var past = new FakeClock();
        past.step(Duration.between(Instant.EPOCH, CLOCK.now().minus(Duration.ofDays(2))));
        FleetKey.create(directory.resolve("old"), 1, Duration.ofDays(1), past);
        var endpoint = agent(Optional.of(FleetKey.read(directory.resolve("old/agent-1.key"), past)));
        var main = FleetKey.read(directory.resolve("old/main.key"), past);

        assertFailure(
                refusal(Optional.of(main), endpoint), FailureKind.USAGE, "shows a certificate that has expired", "");
    }

    @Test
    void withAndWithoutAKeyDoNotMeet() throws Exception {
        var withKey = agent(Optional.of(key("a", "agent-1")));
        var without = agent(Optional.empty());

        assertFailure(
                refusal(Optional.empty(), withKey), FailureKind.ENVIRONMENT, withKey.toString(), "it may need a key");
        assertFailure(
                refusal(Optional.of(key("a", "main")), without),
                FailureKind.ENVIRONMENT,
                without.toString(),
                "it may run without a key");
    }

    @Test
    void anotherBuildIsNamed() throws Exception {
        var other = agent(Optional.empty(), new Build("ralbench 2", "b"));
        var changed = agent(Optional.empty(), new Build("ralbench 1", "c"));

        assertFailure(
                refusal(Optional.empty(), other),
                FailureKind.ENVIRONMENT,
                "agent " + other + " runs another ralbench",
                "it runs ralbench 2, this is ralbench 1");
        assertThat(line()).isEqualTo("refused main 127.0.0.1: it runs ralbench 1, this is ralbench 2");
        assertFailure(refusal(Optional.empty(), changed), FailureKind.ENVIRONMENT, "another ralbench", "differ");
    }

    @Test
    void eachAgentThatCannotBeJoinedIsNamedAndTheOthersWaitOn() throws Exception {
        var good = agent(Optional.empty());
        var gone = agent(Optional.empty());
        agents.getLast().close();
        var other = agent(Optional.empty(), new Build("ralbench 2", "b"));

        var failure = refusal(Optional.empty(), gone, good, other);

        assertFailure(
                failure, FailureKind.ENVIRONMENT, "2 of 3 agents cannot be joined", "no agent listens on " + gone);
        assertThat(failure.why())
                .contains("agent " + other + " runs another ralbench")
                .doesNotContain(good.toString());
        assertThat(List.of(line(), line(), line())).contains("main 127.0.0.1 left before a run");
        try (var fleet = join(Optional.empty(), good)) {
            assertThat(fleet.all(agent -> agent.prepare(1, bytes("a")))).hasSize(1);
        }
    }

    @Test
    void aSecondMainIsRefusedWhileTheFirstGoesOn() throws Exception {
        var endpoint = agent(Optional.empty());
        try (var fleet = join(Optional.empty(), endpoint)) {
            assertFailure(
                    refusal(Optional.empty(), endpoint),
                    FailureKind.ENVIRONMENT,
                    "agent " + endpoint + " serves another run",
                    "it was joined from 127.0.0.1");
            assertThat(fleet.all(agent -> agent.prepare(1, bytes("a")))).containsExactly(bytes("prepared a"));
        }
    }

    @Test
    void aFailureOfTheWorkComesWithItsKindAndItsWords() throws Exception {
        var endpoint = agent(Optional.empty());
        try (var fleet = join(Optional.empty(), endpoint)) {
            assertThatThrownBy(() -> fleet.all(agent -> agent.startAt(1, 0)))
                    .isInstanceOfSatisfying(
                            Failure.class,
                            failure -> assertFailure(failure, FailureKind.DEFECT, "load 1 has not been prepared", ""));
            assertThatThrownBy(() -> fleet.all(agent -> agent.prepare(1, bytes("wrong"))))
                    .isInstanceOfSatisfying(
                            Failure.class,
                            failure -> assertFailure(
                                    failure,
                                    FailureKind.USAGE,
                                    "agent " + endpoint + ": this share is wrong",
                                    "it says so"));
        }
    }

    @Test
    void anAgentThatIsClosedSaysSo() throws Exception {
        var endpoint = agent(Optional.empty());
        try (var fleet = join(Optional.empty(), endpoint)) {
            fleet.all(agent -> agent.prepare(1, bytes("a")));
            agents.getFirst().close();
            assertThat(heard.next())
                    .isEqualTo("lost: agent A was stopped, its user, or its system, ended it before the run was over");
            assertThatThrownBy(() -> fleet.all(agent -> agent.finish(1)))
                    .hasMessage("agent " + endpoint + " was stopped");
        }
        var work = work();
        assertThat(List.of(work.next(), work.next())).containsExactly("prepare a", "abort");
    }

    @Test
    void aMainThatEndsTheRunEarlyAbortsTheWork() throws Exception {
        var endpoint = agent(Optional.empty());
        try (var fleet = join(Optional.empty(), endpoint)) {
            fleet.all(agent -> agent.prepare(1, bytes("a")));
        }
        agents.getFirst().await();
        var work = work();
        assertThat(List.of(work.next(), work.next())).containsExactly("prepare a", "abort");
    }

    /** As many as a port scan makes; a main still gets through. */
    @Test
    void eachKindOfStrangersIsReportedOnceAndAllAreCounted() throws Exception {
        var endpoint = agent(Optional.of(key("a", "agent-1")));
        for (int i = 0; i < 5; i++) {
            try (var stranger = new Socket(InetAddress.getLoopbackAddress(), endpoint.port())) {
                stranger.getOutputStream().write(bytes("GET / HTTP/1.1\r\nHost: a\r\n\r\n"));
                // To the end: it has been refused by then.
                assertThat(new String(stranger.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1))
                        .hasSizeLessThan(10);
            }
        }
        var silent = new ArrayList<Socket>();
        for (int i = 0; i < 100; i++) {
            silent.add(new Socket(InetAddress.getLoopbackAddress(), endpoint.port()));
        }
        try (var fleet = join(Optional.of(key("a", "main")), endpoint)) {
            assertThat(fleet.all(agent -> agent.prepare(1, bytes("a")))).hasSize(1);
        }
        agents.getFirst().await();
        Eventually.within(
                Duration.ofSeconds(30),
                () -> lines.contains(
                        "refused a connection from 127.0.0.1: it had not identified itself when 64 others came"));
        for (var stranger : silent) {
            stranger.close();
        }
        agents.getFirst().close();
        assertThat(lines).first().isEqualTo("refused a connection from 127.0.0.1: it does not speak TLS");
        assertThat(lines)
                .filteredOn(line -> line.startsWith("refused a connection"))
                .doesNotHaveDuplicates();
        assertThat(lines).last().asString().matches("refused [1-9]\\d* connections from 127.0.0.1");
    }

    @Test
    void withoutAKeyOnlyLoopbackAddressesWillDo() {
        assertThatThrownBy(() -> agentOn("0.0.0.0"))
                .isInstanceOfSatisfying(
                        Failure.class,
                        failure -> assertFailure(
                                failure, FailureKind.USAGE, "0.0.0.0:0 needs a key", "any of them could read"));
        assertFailure(
                refusal(Optional.empty(), new Endpoint("192.0.2.1", 7800)),
                FailureKind.USAGE,
                "agent 192.0.2.1:7800 needs a key",
                "");
    }

    private static void agentOn(String host) {
        Agent.listen(
                new Endpoint(host, 0),
                Optional.empty(),
                new AgentFacts(BUILD, "", "", 1, 0),
                RecordedWork::new,
                line -> {},
                CLOCK);
    }
}
