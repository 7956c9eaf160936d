package dev.ralbench.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
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
        var agent = Agent.listen(
                new Endpoint("127.0.0.1", 0),
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
        return Fleet.join(List.of(endpoints), key, BUILD, heard, CLOCK);
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
    void aRunGoesFromItsPreparationToItsRecordings() throws Exception {
        var mainKey = Optional.of(key("a", "main"));
        var first = agent(Optional.of(key("a", "agent-1")));
        var second = agent(Optional.of(key("a", "agent-2")));

        try (var fleet = join(mainKey, first, second)) {
            assertThat(fleet.agents()).extracting(FleetAgent::name).containsExactly(first.toString(), second.toString());
            assertThat(fleet.agents().getFirst().facts()).isEqualTo(new AgentFacts(BUILD, "load-1", "25", 2, 28_000));
            for (var agent : fleet.agents()) {
                var offset = agent.clock();
                // One JVM, one clock.
                assertThat(Math.abs(offset.nanos())).isLessThanOrEqualTo(offset.uncertaintyNanos());
            }
            assertThat(fleet.all(agent -> agent.prepare(bytes(agent.name()))))
                    .containsExactly(bytes("prepared " + first), bytes("prepared " + second));
            fleet.all(agent -> agent.startAt(5_000_000_000L));
            assertThat(List.of(heard.next(), heard.next(), heard.next(), heard.next()))
                    .containsExactlyInAnyOrder(
                            "progress half", "window ended 0", "progress half", "window ended 0");
            fleet.agents().forEach(agent -> agent.goOn(1, 6_000_000_000L));
            assertThat(heard.next()).isEqualTo("failed: agent A: the load is thin");
            fleet.all(FleetAgent::stop);
            assertThat(fleet.all(FleetAgent::finish)).containsExactly(bytes("recording"), bytes("recording"));
        }
        for (var agent : agents) {
            agent.await();
        }
        var calls = work().calls;
        assertThat(calls).hasSize(5).element(0).asString().startsWith("prepare 127.0.0.1:");
        assertThat(calls).contains("stop", "finish").anyMatch(call -> call.matches("start [45]\\d{9}"));
    }
}
