package dev.ralbench.fleet;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.load.LeastLengths;
import dev.ralbench.load.LoadShare;
import dev.ralbench.load.Outcome;
import dev.ralbench.measurement.LatencyDistribution;
import dev.ralbench.result.GeneratorPart;
import dev.ralbench.result.ResultFile;
import dev.ralbench.result.RunResult;
import dev.ralbench.trial.RemoteGenerators;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** The agents of a fleet as the generators of a run's loads, one after the other. */
public final class FleetGenerators implements RemoteGenerators, AutoCloseable {
    /** More than a message takes where the least delayed of twenty takes that long. */
    private static final int ROUND_TRIPS_AHEAD = 4;

    private static final Duration LEAST_AHEAD = Duration.ofMillis(50);
    /** More than the sending of one message takes, with TLS, while a thousand are sent. */
    private static final long NANOS_PER_AGENT = 100_000;
    /** Of one load, each time without an agent that was lost meanwhile. */
    private static final int MOST_PREPARATIONS = 3;

    private final Clock clock;
    private final AtomicInteger loadNumbers = new AtomicInteger();
    private final Map<Integer, Load> loads = new ConcurrentHashMap<>();
    private final Fleet fleet;
    /** Lines of agents, each once. */
    private final Set<String> notes = new LinkedHashSet<>();

    private int notesShown;

    /**
     * Joins agents.
     *
     * @param patience how long to wait for those that do not listen yet
     * @throws Failure as of {@link Fleet#join}
     */
    public FleetGenerators(
            List<? extends AgentAddress> addresses, Optional<FleetKey> key, Build build, Duration patience, Clock clock)
            throws InterruptedException {
        this.clock = clock;
        this.fleet = Fleet.join(addresses, key, build, patience, new Listener(), clock);
    }

    /** Names of the agents. */
    public List<String> names() {
        return fleet.agents().stream().map(FleetAgent::name).toList();
    }

    @Override
    public boolean areElsewhere() {
        return !fleet.agents().stream().allMatch(agent -> agent.localAddress().isLoopbackAddress());
    }

    @Override
    public RemoteLoad prepare(Task task) throws InterruptedException {
        for (int attempt = 1; true; attempt++) {
            var agents = fleet.restored();
            if (agents.isEmpty()) {
                throw noneIsLeft();
            }
            fleet.losses().forEach(loss -> notes.add(loss + "; the others send its part"));
            try {
                return prepare(task, agents);
            } catch (Failure failure) {
                boolean isByALoss =
                        agents.stream().anyMatch(agent -> agent.whyLost().isPresent());
                if (!isByALoss || attempt == MOST_PREPARATIONS) {
                    throw failure;
                }
            }
        }
    }

    private RemoteLoad prepare(Task task, List<FleetAgent> agents) throws InterruptedException {
        var load = new Load(loadNumbers.incrementAndGet(), agents);
        loads.put(load.number, load);
        var calls = new ArrayList<CompletableFuture<byte[]>>();
        for (int i = 0; i < agents.size(); i++) {
            var message = new PartMessage(
                    task.scenario().apply(reached(task.target(), agents.get(i))),
                    new LoadShare(i, agents.size()),
                    task.given(),
                    task.environment(),
                    task.seed(),
                    task.design(),
                    task.followsNames());
            calls.add(agents.get(i).prepare(load.number, message.bytes()));
        }
        try {
            for (int i = 0; i < calls.size(); i++) {
                note(agents.get(i), FleetAgent.await(calls.get(i)));
            }
            var clocks = new ArrayList<ClockOffset>();
            for (var clock : Fleet.clocks(agents)) {
                clocks.add(FleetAgent.await(clock));
            }
            load.clocks = List.copyOf(clocks);
        } catch (Failure | InterruptedException e) {
            load.close();
            throw e;
        }
        return load;
    }

    private Failure noneIsLeft() {
        return Failure.environment(
                "no agent is left", String.join("; ", fleet.losses()), "start the agents again, then this run");
    }

    /** Each line once in a run: all of its trials have the same load. */
    private void note(FleetAgent agent, byte[] lines) {
        try {
            for (var line : JsonMapper.shared().readValue(lines, String[].class)) {
                notes.add(agent + ": " + line);
            }
        } catch (JacksonException e) {
            throw new Failure(
                            FailureKind.DEFECT, agent + " sent lines that cannot be read", "", "report it as a defect")
                    .causedBy(e);
        }
    }

    @Override
    public List<String> newNotes() {
        var added = notes.stream().skip(notesShown).toList();
        notesShown = notes.size();
        return added;
    }

    /** A target on a loopback address of this machine is reached at the address that the agent reaches this machine by. */
    private static URI reached(URI target, FleetAgent agent) {
        var here = agent.localAddress();
        if (here.isLoopbackAddress() || !isLoopback(target.getHost())) {
            return target;
        }
        checkReached(target, agent);
        try {
            return new URI(
                    target.getScheme(),
                    null,
                    here.getHostAddress(),
                    target.getPort(),
                    target.getPath(),
                    target.getQuery(),
                    null);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** An agent behind a jump host sees the address of that one, and may find another service there. */
    private static void checkReached(URI target, FleetAgent agent) {
        try {
            if (NetworkInterface.getByInetAddress(agent.localAddress()) != null) {
                return;
            }
        } catch (SocketException e) {
            return; // the agent finds out
        }
        throw Failure.usage(
                agent + " cannot reach " + target,
                "its connection comes from " + agent.localAddress().getHostAddress()
                        + ", which is no address of this machine: a jump host or a router is between them",
                "name the target by an address that reaches it from that machine, too");
    }

    private static boolean isLoopback(String host) {
        return host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]");
    }

    @Override
    public void close() {
        fleet.close();
    }

    /** Passes on what agents send to the load that is on. */
    private final class Listener implements FleetListener {
        private void toLoad(int number, Consumer<Load> event) {
            Optional.ofNullable(loads.get(number)).ifPresent(event);
        }

        @Override
        public void progress(FleetAgent agent, int load, byte[] figures) {
            toLoad(load, on -> on.progress(agent, Progress.read(figures)));
        }

        @Override
        public void reached(FleetAgent agent, int load, Point point, int window, LeastLengths atLeast) {
            toLoad(load, on -> on.reached(agent, point, window, atLeast));
        }

        @Override
        public void failed(FleetAgent agent, int load, Failure failure) {
            toLoad(load, on -> on.broke(failure));
        }

        @Override
        public void lost(FleetAgent agent, Failure failure) {
            loads.values().forEach(load -> load.lost(agent, failure));
        }
    }

    /** One load on all agents. Its state is guarded by this; callbacks are called without that. */
    private final class Load implements RemoteLoad {
        private record Place(Point point, int window) {}

        private final int number;
        private final List<FleetAgent> agents;
        private final Map<Place, Set<FleetAgent>> reached = new HashMap<>();
        private final Map<Place, List<Runnable>> waiting = new HashMap<>();
        private final Map<Integer, Long> repeats = new HashMap<>();
        private final Map<Integer, LeastLengths> leastLengths = new HashMap<>();
        private final List<Lost> lost = new ArrayList<>();
        private final Map<FleetAgent, Progress> newest = new HashMap<>();
        private final List<LatencyDistribution> successful = new ArrayList<>();
        private final Map<String, List<LatencyDistribution>> successfulByName = new HashMap<>();
        /** A name that did nothing in the last second is not in the newest progress. */
        private final Map<String, Map<FleetAgent, Progress.Figures>> newestByName = new HashMap<>();

        private final Set<FleetAgent> over = new HashSet<>();
        private Optional<Failure> failure = Optional.empty();
        private boolean isEndingEarly;
        private @Nullable Runnable onEarlyEnd;
        private boolean isFinished;
        /** Before the load, in the order of the agents. */
        private volatile List<ClockOffset> clocks = List.of();

        private Load(int number, List<FleetAgent> agents) {
            this.number = number;
            this.agents = agents;
        }

        @Override
        public void startAt(long nanos) {
            agents.forEach(agent -> endIfItFails(agent.startAt(number, nanos)));
        }

        private void endIfItFails(CompletableFuture<Void> call) {
            var unused = call.exceptionally(e -> {
                if ((e instanceof CompletionException ? e.getCause() : e) instanceof Failure known) {
                    broke(known);
                }
                return null;
            });
        }

        @Override
        public void awaitFiguresToBeginning(int window, Duration most) {
            await(new Place(Point.LEVEL_BEGUN, window), most);
        }

        @Override
        public void awaitFiguresToEnd(int window, Duration most) {
            await(new Place(Point.LEVEL_ENDED, window), most);
        }

        private void await(Place place, Duration most) {
            var there = new CompletableFuture<Void>();
            when(place, () -> there.complete(null));
            try {
                there.get(most.toNanos(), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                // an agent that does not answer is found otherwise; one that is slow is judged by what it has reported
            } catch (ExecutionException e) {
                throw new IllegalStateException(e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void followWith(int window, List<Integer> users, Duration settle) {
            agents.forEach(agent -> endIfItFails(agent.followWith(number, window, users, settle)));
        }

        private long soon() {
            long uncertainty = clocks.stream()
                    .mapToLong(ClockOffset::uncertaintyNanos)
                    .max()
                    .orElse(0);
            return clock.nanoTime()
                    + LEAST_AHEAD.toNanos()
                    + agents.size() * NANOS_PER_AGENT
                    + ROUND_TRIPS_AHEAD * 2 * uncertainty;
        }

        /** Does something when all agents have come to a place, or have ended; at once if they have already. */
        private void when(Place place, Runnable then) {
            synchronized (this) {
                if (!isThere(place)) {
                    waiting.computeIfAbsent(place, absent -> new ArrayList<>()).add(then);
                    return;
                }
            }
            then.run();
        }

        private boolean isThere(Place place) {
            var there = reached.getOrDefault(place, Set.of());
            // the sizes first: each of a thousand agents asks when it comes
            return there.size() + over.size() >= agents.size()
                    && agents.stream().allMatch(agent -> there.contains(agent) || over.contains(agent));
        }

        void reached(FleetAgent agent, Point point, int window, LeastLengths atLeast) {
            var due = new ArrayList<Runnable>();
            synchronized (this) {
                if (point == Point.PLAN_END || point == Point.EARLY_END) {
                    over.add(agent);
                } else {
                    reached.computeIfAbsent(new Place(point, window), absent -> new HashSet<>())
                            .add(agent);
                    leastLengths.merge(window, atLeast, LeastLengths::longest);
                }
                for (var place : List.copyOf(waiting.keySet())) {
                    if (isThere(place)) {
                        due.addAll(waiting.remove(place));
                    }
                }
            }
            due.forEach(Runnable::run);
            if (point == Point.EARLY_END) {
                endEarly();
            }
        }

        void lost(FleetAgent agent, Failure why) {
            if (agents.contains(agent)) {
                synchronized (this) {
                    lost.add(new Lost(agent.name(), why));
                }
                broke(why);
            }
        }

        void broke(Failure why) {
            synchronized (this) {
                if (failure.isEmpty()) {
                    failure = Optional.of(why);
                }
            }
            endEarly();
        }

        private void endEarly() {
            Runnable action;
            synchronized (this) {
                if (isEndingEarly) {
                    return;
                }
                isEndingEarly = true;
                action = onEarlyEnd;
            }
            stop();
            if (action != null) {
                action.run();
            }
        }

        @Override
        public void onEarlyEnd(Runnable action) {
            synchronized (this) {
                onEarlyEnd = action;
                if (!isEndingEarly) {
                    return;
                }
            }
            action.run();
        }

        @Override
        public void awaitConnections(int window, LongConsumer release) {
            when(new Place(Point.CONNECTIONS, window), () -> {
                long nanos = soon();
                agents.forEach(agent -> agent.goOn(number, Point.CONNECTIONS, window, nanos, LeastLengths.NONE, 0));
                release.accept(nanos);
            });
        }

        @Override
        public void awaitEnd(int window, Runnable ended) {
            when(new Place(Point.WINDOW_END, window + 1), ended);
        }

        @Override
        public void awaitBeginning(int window, LeastLengths atLeast, Beginning beginning) {
            when(new Place(Point.WINDOW_END, window), () -> {
                long nanos = soon();
                long repeated;
                LeastLengths longest;
                synchronized (this) {
                    repeated = repeats.getOrDefault(window, 0L);
                    longest = atLeast.longest(leastLengths.getOrDefault(window, LeastLengths.NONE));
                }
                agents.forEach(agent -> agent.goOn(number, Point.WINDOW_END, window, nanos, longest, repeated));
                beginning.at(nanos, longest);
            });
        }

        @Override
        public synchronized void repeat(int window, long requests) {
            repeats.put(window + 1, requests);
        }

        synchronized void progress(FleetAgent agent, Progress progress) {
            newest.put(agent, progress);
            successful.add(progress.all().successful());
            progress.byName().forEach((name, figures) -> {
                newestByName.computeIfAbsent(name, absent -> new HashMap<>()).put(agent, figures);
                successfulByName
                        .computeIfAbsent(name, absent -> new ArrayList<>())
                        .add(figures.successful());
            });
        }

        @Override
        public synchronized int usersNow() {
            return newest.values().stream().mapToInt(Progress::users).sum();
        }

        @Override
        public synchronized Map<Outcome, Long> failuresSoFar() {
            return failures(newest.values().stream().map(Progress::all));
        }

        @Override
        public synchronized Map<Outcome, Long> failuresSoFar(String name) {
            return failures(newestByName.getOrDefault(name, Map.of()).values().stream());
        }

        private static Map<Outcome, Long> failures(Stream<Progress.Figures> told) {
            var failures = new EnumMap<Outcome, Long>(Outcome.class);
            told.forEach(figures -> figures.outcomes().forEach((outcome, count) -> {
                if (outcome.isFailure()) {
                    failures.merge(outcome, count, Long::sum);
                }
            }));
            return failures;
        }

        @Override
        public synchronized void takeSuccessful(Consumer<LatencyDistribution> taken) {
            successful.forEach(taken);
            successful.clear();
        }

        @Override
        public synchronized void takeSuccessful(String name, Consumer<LatencyDistribution> taken) {
            Optional.ofNullable(successfulByName.remove(name)).ifPresent(told -> told.forEach(taken));
        }

        @Override
        public void stop() {
            agents.forEach(agent -> {
                var unused = agent.stop(number); // one that is lost has stopped
            });
        }

        @Override
        public void abort() {
            agents.forEach(agent -> {
                var unused = agent.abort(number);
            });
        }

        @Override
        public Optional<Failure> failure() {
            synchronized (this) {
                return failure;
            }
        }

        @Override
        public synchronized List<Lost> lost() {
            return List.copyOf(lost);
        }

        @Override
        public void close() {
            loads.remove(number);
            if (!isFinished) {
                agents.forEach(agent -> agent.leave(number));
            }
        }

        @Override
        public List<Part> finish() {
            isFinished = true;
            var results = new ArrayList<Optional<RunResult>>();
            var calls = agents.stream().map(agent -> agent.finish(number)).toList();
            for (int i = 0; i < calls.size(); i++) {
                try {
                    results.add(Optional.of(
                            ResultFile.parse(new String(FleetAgent.await(calls.get(i)), StandardCharsets.UTF_8))));
                } catch (Failure why) {
                    broke(why);
                    results.add(Optional.empty());
                } catch (InterruptedException e) {
                    abort();
                    Thread.currentThread().interrupt();
                    break;
                }
            }
            return parts(results);
        }

        /** @param results in the order of the agents; empty for those that are lost */
        private List<Part> parts(List<Optional<RunResult>> results) {
            var after = Fleet.clocks(agents);
            return IntStream.range(0, results.size())
                    .boxed()
                    .flatMap(i -> results.get(i).map(result -> part(i, result, after.get(i))).stream())
                    .toList();
        }

        private Part part(int of, RunResult result, CompletableFuture<ClockOffset> after) {
            var agent = agents.get(of);
            var offset = after.isCompletedExceptionally() ? Optional.<ClockOffset>empty() : Optional.of(after.join());
            return new Part(
                    agent.name(),
                    result,
                    new GeneratorPart.Agent(
                            agent.key(),
                            Optional.of(agent.facts().localPorts()).filter(ports -> ports > 0),
                            clocks.get(of).upTo(offset)));
        }
    }
}
