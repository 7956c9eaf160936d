package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.Clock;
import dev.ralbench.fleet.FleetKey;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.result.GeneratorPart;
import dev.ralbench.result.ResultFile;
import dev.ralbench.result.TrialResult;
import dev.ralbench.testing.FaultyServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/** Agents on machines of their own, a main and a target on this one, and what a run of theirs leaves. */
final class FleetOfMachines implements AutoCloseable {
    /** For anything that should come soon, on a machine that runs other tests as well. */
    static final Duration PATIENCE = Duration.ofSeconds(120);

    /** For tests' directories: a machine has a /tmp of its own, in which the others' files are not seen. */
    static final class InTheCheckout implements TempDirFactory {
        @Override
        public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context) throws IOException {
            return Files.createTempDirectory(
                    Files.createDirectories(Path.of("target").toAbsolutePath()), "fleet");
        }
    }

    private final Path directory;
    private final List<NamespaceMachine> machines = new ArrayList<>();
    private final List<NamespaceMachine.Agent> agents = new ArrayList<>();
    private final AtomicLong requests = new AtomicLong();
    private final Map<String, Queue<Long>> arrivals = new ConcurrentHashMap<>();

    /** @param directory not within /tmp */
    FleetOfMachines(Path directory) {
        this.directory = directory;
        newKeys("fleet", 3, Duration.ofDays(1));
    }

    /** Makes the keys of a fleet, {@code main} and {@code agent-1} to that number. The agents' own one is {@code fleet}. */
    void newKeys(String fleet, int count, Duration validity) {
        FleetKey.create(directory.resolve(fleet), count, validity, Clock.system());
    }

    Path key(String fleet, String name) {
        return directory.resolve(fleet).resolve(name + ".key");
    }

    /** Starts a machine with an agent. */
    NamespaceMachine agent() throws IOException, InterruptedException {
        return agent("fleet", "agent-" + (agents.size() + 1));
    }

    NamespaceMachine agent(String fleet, String name) throws IOException, InterruptedException {
        var machine = NamespaceMachine.linked(directory.resolve("machine-" + machines.size()));
        machines.add(machine);
        agents.add(machine.agent("--fleet-key", key(fleet, name).toString()));
        return machine;
    }

    /** In the order of their start. */
    List<NamespaceMachine.Agent> agents() {
        return agents;
    }

    NamespaceMachine.Agent first() {
        return agents.getFirst();
    }

    NamespaceMachine.Agent last() {
        return agents.getLast();
    }

    /** Counts requests by the machines that they come from, and answers after 20 ms. */
    FaultyServer server() {
        return FaultyServer.ofAllAddresses((number, exchange) -> {
            if (exchange.requestLine().startsWith("GET /items")) {
                requests.incrementAndGet();
                arrivals.computeIfAbsent(
                                exchange.socket().getInetAddress().getHostAddress(),
                                absent -> new ConcurrentLinkedQueue<>())
                        .add(System.nanoTime());
            }
            exchange.pause(Duration.ofMillis(20));
            exchange.status(200);
        });
    }

    /** That the servers got up to now. */
    long requests() {
        return requests.get();
    }

    /** When they came, by {@link System#nanoTime}, by the address that sent them. */
    Map<String, Queue<Long>> arrivals() {
        return arrivals;
    }

    Path scenario(FaultyServer server, String load) throws IOException {
        return Files.writeString(directory.resolve("shop.yaml"), """
                schema: 1
                name: shop
                request: { path: /items, expect: { status: 200 } }
                load: { closed: { %s }, timeout: 20s }
                variants: { only: { target: { url: "http://%s:%d" } } }
                """.formatted(
                        load,
                        machines.getFirst().addressHere(), // which the others reach, too
                        server.url().getPort()));
    }

    /** The main's command line. */
    List<String> command(Path scenario, Path key) {
        return command(
                scenario,
                key,
                agents.stream().map(NamespaceMachine.Agent::address).toList());
    }

    private List<String> command(Path scenario, Path key, List<String> addresses) {
        return List.of(
                "run",
                scenario.toString(),
                "--agents",
                String.join(",", addresses),
                "--fleet-key",
                key.toString(),
                "-o",
                result().toString());
    }

    RalbenchProcess main(Path scenario, Path key) throws IOException {
        return here().start(Map.of(), command(scenario, key));
    }

    /** Starts the main, with the keys of the agents. */
    RalbenchProcess main(Path scenario, String... more) throws IOException {
        return here().start(
                        Map.of(),
                        Stream.concat(command(scenario, key("fleet", "main")).stream(), Stream.of(more))
                                .toList());
    }

    /** Starts the main, which reaches the agents by other addresses than their own. */
    RalbenchProcess main(Path scenario, List<String> addresses) throws IOException {
        return here().start(Map.of(), command(scenario, key("fleet", "main"), addresses));
    }

    /** Starts an agent for targets on this machine, which only its own programs reach. */
    RalbenchProcess targetAgent(String key) throws IOException {
        return here().start(
                        Map.of(),
                        List.of(
                                "agent",
                                "--listen",
                                "127.0.0.1:0",
                                "--fleet-key",
                                key("fleet", key).toString()));
    }

    private NamespaceMachine here() throws IOException {
        machines.add(NamespaceMachine.here(directory.resolve("machine-" + machines.size())));
        return machines.getLast();
    }

    Path result() {
        return directory.resolve("r.json");
    }

    TrialResult trial() {
        return ResultFile.read(result()).lastAttempts().getFirst();
    }

    Measurement measured() {
        return trial().measurement().orElseThrow();
    }

    /** Of the agents that the result has. */
    List<GeneratorPart> parts() {
        return trial().generators().orElseThrow();
    }

    /** By the address in the main's command line. */
    GeneratorPart part(String address) {
        return parts().stream()
                .filter(part -> part.name().equals(address))
                .findFirst()
                .orElseThrow();
    }

    /** Waits for the end of the main. */
    void assertEnded(RalbenchProcess main, ExitCode code) throws IOException, InterruptedException {
        assertThat(main.awaitEnd(PATIENCE))
                .as(() -> main.told() + (Files.exists(result()) ? trial().validity() : ""))
                .isEqualTo(code.code());
    }

    /** Waits for the end of each agent. */
    void assertAgentsEnd(ExitCode code) throws IOException, InterruptedException {
        for (var agent : agents) {
            agent.assertEnds(code);
        }
    }

    void assertNothingIsLeft() {
        machines.forEach(NamespaceMachine::assertNothingIsLeft);
    }

    @Override
    public void close() {
        machines.forEach(NamespaceMachine::close);
    }
}
