package dev.ralbench.fleet;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NoRouteToHostException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/**
 * The agents of one run, as the main has joined them: a star, each agent has a connection to the main and none to another
 * agent. Closing it takes leave of all; those that have begun the run end with it.
 */
public final class Fleet implements AutoCloseable {
    private static final int CONNECT_MILLIS = 5_000;
    private static final int CLOCKS_AT_ONCE = 32;
    private static final long AGAIN_NANOS = 500_000_000;
    /** A thousand handshakes at once take seconds of CPU time, and agents wait {@link Transport#HANDSHAKE_MILLIS} for theirs. */
    private static final int HANDSHAKES_AT_ONCE = 64;

    /** Joins an agent. */
    private interface Joining {
        FleetAgent join(AgentAddress address, Duration patience) throws InterruptedException;
    }

    private final Joining joining;
    private volatile List<FleetAgent> agents;

    private Fleet(List<FleetAgent> agents, Joining joining) {
        this.agents = List.copyOf(agents);
        this.joining = joining;
    }

    /**
     * Joins agents, many at a time. If one cannot be joined, all others are left as they were, waiting for a main.
     *
     * @param addresses at least one, each named once
     * @param key empty only if all agents listen on loopback addresses or are started by ssh
     * @param build agents of another one are refused
     * @param patience how long to wait for agents that do not listen yet
     * @param listener gets what agents send later
     * @throws Failure that names each agent which cannot be joined, and why; also those that show one certificate
     */
    public static Fleet join(
            List<? extends AgentAddress> addresses,
            Optional<FleetKey> key,
            Build build,
            Duration patience,
            FleetListener listener,
            Clock clock)
            throws InterruptedException {
        if (key.isEmpty()) {
            addresses.forEach(Fleet::checkLoopback);
        }
        var transport = new Transport(key);
        Joining joining = (address, wait) -> joined(address, transport, build, wait, listener, clock);
        var turns = new Semaphore(HANDSHAKES_AT_ONCE);
        long waitsUntil = clock.nanoTime() + patience.toNanos();
        var joined = new ArrayList<FleetAgent>();
        var failures = new ArrayList<Failure>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var futures = addresses.stream()
                    .map(address -> threads.submit(() -> {
                        turns.acquire();
                        try {
                            return joining.join(address, Duration.ofNanos(Math.max(0, waitsUntil - clock.nanoTime())));
                        } finally {
                            turns.release();
                        }
                    }))
                    .toList();
            for (var future : futures) {
                collect(future, joined, failures);
            }
        }
        failures.addAll(sameKeys(joined));
        if (!failures.isEmpty()) {
            leave(joined);
            throw together(failures, addresses.size());
        }
        return new Fleet(joined, joining);
    }

    /** Certificates name no host: that two agents differ is all that tells one of them from a machine that poses as it. */
    private static List<Failure> sameKeys(List<FleetAgent> joined) {
        var first = new HashMap<X509Certificate, FleetAgent>();
        var failures = new ArrayList<Failure>();
        for (var agent : joined) {
            agent.certificate()
                    .map(shown -> first.putIfAbsent(shown, agent))
                    .ifPresent(
                            other -> failures.add(
                                    Failure.usage(
                                            agent + " shows the certificate of " + other.name(),
                                            "each machine has a key of its own: with a copy, one could pose as the other",
                                            "copy each of agent-1.key, agent-2.key and so on to one machine, and start the agents again")));
        }
        return failures;
    }

    private static void collect(Future<FleetAgent> future, List<FleetAgent> joined, List<Failure> failures)
            throws InterruptedException {
        try {
            joined.add(future.get());
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof Failure failure)) {
                throw new IllegalStateException(e.getCause());
            }
            failures.add(failure);
        }
    }

    private static Failure together(List<Failure> failures, int agents) {
        if (failures.size() == 1) {
            return failures.getFirst();
        }
        var kind = failures.stream().allMatch(failure -> failure.kind() == FailureKind.USAGE)
                ? FailureKind.USAGE
                : FailureKind.ENVIRONMENT;
        var each = failures.stream()
                .map(failure -> failure.what() + (failure.why().isEmpty() ? "" : ": " + failure.why()))
                .toList();
        return new Failure(
                kind,
                failures.size() + " of " + agents + " agents cannot be joined",
                String.join("\n", each),
                failures.getFirst().fix());
    }

    private static void checkLoopback(AgentAddress address) {
        if (!(address instanceof Endpoint endpoint)) {
            return; // ssh protects it
        }
        try {
            if (!endpoint.isLoopback()) {
                throw withoutKey("agent " + endpoint + " needs a key");
            }
        } catch (UnknownHostException e) {
            throw unknownHost(endpoint);
        }
    }

    /** The refusal to do without encryption on an address that other machines reach. */
    static Failure withoutKey(String what) {
        return Failure.usage(
                what,
                "other machines reach that address, and without a key any of them could read and lead the run",
                "make keys (ralbench agent --new-fleet DIR --agents N) and give --fleet-key FILE, or use a loopback address");
    }

    static Failure unknownHost(Endpoint endpoint) {
        return Failure.environment(
                "agent " + endpoint + ": unknown host " + endpoint.host(), "", "correct the name, or use an address");
    }

    private static FleetAgent joined(
            AgentAddress address,
            Transport transport,
            Build build,
            Duration patience,
            FleetListener listener,
            Clock clock)
            throws InterruptedException {
        return switch (address) {
            case Endpoint endpoint ->
                joined(endpoint, connected(endpoint, patience, clock), transport, build, listener, clock);
            case SshHost host -> joined(host, build, listener, clock);
        };
    }

    private static FleetAgent joined(SshHost host, Build build, FleetListener listener, Clock clock) {
        var wire = SshAgent.start(host);
        try {
            var here = wire.awaitGreeting();
            return greeted(host, here, new Link(wire), build, listener, clock);
        } catch (IOException e) {
            var refusal = wire.refusal(e);
            wire.close();
            throw refusal;
        } catch (Failure failure) {
            wire.close();
            throw failure;
        }
    }

    private static FleetAgent greeted(
            AgentAddress address, InetAddress here, Link link, Build build, FleetListener listener, Clock clock)
            throws IOException {
        link.write(Frame.of(Frame.Kind.HELLO, 0, Frame.texts(AgentFacts.texts(build))));
        var answer = link.first(Frame.MOST_BYTES_OF_HELLO).texts();
        var agent = new FleetAgent(address, here, accepted(address, answer, build), link, listener, clock);
        agent.start();
        return agent;
    }

    private static FleetAgent joined(
            Endpoint endpoint, Socket socket, Transport transport, Build build, FleetListener listener, Clock clock) {
        try {
            return greeted(endpoint, socket.getLocalAddress(), transport.toAgent(socket), build, listener, clock);
        } catch (IOException e) {
            Transport.close(socket);
            throw refusal(endpoint, e, transport);
        } catch (Failure failure) {
            Transport.close(socket);
            throw failure;
        }
    }

    /** Tries again and again: where agents and main are started together, names are known and ports open only later. */
    private static Socket connected(Endpoint endpoint, Duration patience, Clock clock) throws InterruptedException {
        long deadline = clock.nanoTime() + patience.toNanos();
        while (true) {
            var socket = new Socket();
            try {
                connect(socket, endpoint);
                return socket;
            } catch (Failure failure) {
                Transport.close(socket);
                if (clock.nanoTime() >= deadline) {
                    throw failure;
                }
                LockSupport.parkNanos(AGAIN_NANOS);
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
            }
        }
    }

    private static void connect(Socket socket, Endpoint endpoint) {
        try {
            socket.connect(endpoint.resolved(), CONNECT_MILLIS);
        } catch (UnknownHostException e) {
            throw unknownHost(endpoint);
        } catch (SocketTimeoutException e) {
            throw Failure.environment(
                            "agent " + endpoint + " does not answer",
                            "no connection within " + CONNECT_MILLIS / 1000 + " s",
                            "check that its machine is up and that no firewall drops connections to port "
                                    + endpoint.port())
                    .causedBy(e);
        } catch (NoRouteToHostException e) {
            throw Failure.environment(
                            "agent " + endpoint + " cannot be reached",
                            String.valueOf(e.getMessage()),
                            "check the address, that its machine is up, and the network between")
                    .causedBy(e);
        } catch (IOException e) {
            throw Failure.environment(
                            "no agent listens on " + endpoint,
                            String.valueOf(e.getMessage()),
                            "start it: ralbench agent --listen HOST:" + endpoint.port() + " --fleet-key FILE")
                    .causedBy(e);
        }
    }

    /** What the agent answered to hello, if it can take part. */
    private static AgentFacts accepted(AgentAddress address, Map<String, String> answer, Build build) {
        var theirs = AgentFacts.build(answer);
        if (!theirs.is(build)) {
            throw Failure.environment(
                    "agent " + address + " runs another ralbench",
                    theirs.version().equals(build.version())
                            ? "both call themselves " + build.version() + ", but their classes or libraries differ"
                            : "it runs " + theirs.version() + ", this is " + build.version(),
                    "install the same ralbench on all machines");
        }
        if (answer.containsKey(Agent.SERVES)) {
            throw Failure.environment(
                    "agent " + address + " serves another run",
                    "it was joined from " + answer.get(Agent.SERVES),
                    "wait until that run has ended, or name another agent; if it is one of this run, name it once");
        }
        return AgentFacts.of(answer);
    }

    private static Failure refusal(Endpoint endpoint, IOException failure, Transport transport) {
        var refusal = Transport.refusal(failure);
        var what = "agent " + endpoint + " " + refusal.words();
        if (refusal.isCertificate()) {
            return Failure.usage(
                            what,
                            "",
                            "use keys that one ralbench agent --new-fleet made: main.key here, agent-1.key and so on there")
                    .causedBy(failure);
        }
        return Failure.environment(
                        what,
                        transport.isEncrypted()
                                ? "no connection over TLS: it may run without a key, or be another program"
                                : "it may need a key, or be another program",
                        "check the address, and give both sides --fleet-key FILE or neither")
                .causedBy(failure);
    }

    /** In the order in which they were named. */
    public List<FleetAgent> agents() {
        return agents;
    }

    /**
     * Joins those again that were lost and have been started again.
     *
     * @return all but those that stay lost, in their order
     */
    List<FleetAgent> restored() throws InterruptedException {
        var restored = new ArrayList<FleetAgent>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var futures = agents.stream()
                    .map(agent -> threads.submit(() -> agent.whyLost().isEmpty() ? agent : again(agent)))
                    .toList();
            for (var future : futures) {
                restored.add(future.get());
            }
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
        agents = List.copyOf(restored);
        return agents.stream().filter(agent -> agent.whyLost().isEmpty()).toList();
    }

    private FleetAgent again(FleetAgent lost) throws InterruptedException {
        try {
            var agent = joining.join(lost.address(), Duration.ZERO);
            if (agent.certificate().equals(lost.certificate())) {
                return agent;
            }
            agent.end(); // another machine of the fleet, which may be among the agents already
            return lost;
        } catch (Failure failure) {
            return lost;
        }
    }

    /** Of each agent that was lost, its name and why. */
    List<String> losses() {
        return agents.stream()
                .flatMap(agent -> agent.whyLost().stream())
                .map(why -> why.what() + ": " + why.why())
                .toList();
    }

    /**
     * Calls all agents at once and waits for all.
     *
     * @return their answers, in the order of {@link #agents}
     * @throws Failure of the first one that failed
     */
    public <T> List<T> all(Function<FleetAgent, CompletableFuture<T>> call) throws InterruptedException {
        var answers = new ArrayList<T>();
        for (var future : agents.stream().map(call).toList()) {
            answers.add(FleetAgent.await(future));
        }
        return answers;
    }

    /**
     * Compares the clocks of agents with the main's, some at a time: answers of all at once would wait for each other.
     *
     * @return the offsets, in the order of the agents; that of one that is lost fails
     */
    static List<CompletableFuture<ClockOffset>> clocks(List<FleetAgent> compared) {
        var offsets = new ArrayList<CompletableFuture<ClockOffset>>();
        for (int from = 0; from < compared.size(); from += CLOCKS_AT_ONCE) {
            var some = compared.subList(from, Math.min(compared.size(), from + CLOCKS_AT_ONCE));
            some.forEach(agent -> offsets.add(agent.clock()));
            CompletableFuture.allOf(offsets.toArray(CompletableFuture[]::new))
                    .handle((done, lost) -> true)
                    .join();
        }
        return offsets;
    }

    @Override
    public void close() {
        leave(agents);
    }

    /** All at once: one that has stopped is waited for. */
    private static void leave(List<FleetAgent> agents) {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            agents.forEach(agent -> threads.execute(agent::end));
        }
    }
}
