package dev.ralbench.fleet;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.load.LeastLengths;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A generator that waits for a main, serves one run and ends with it. A main that leaves before the run begins is forgotten.
 * Connections of strangers are refused before they get an answer, are reported once per address and reason, and have no
 * effect on the run.
 */
public final class Agent implements AutoCloseable {
    /** In the answer to a second main: the first one. */
    static final String SERVES = "serves";

    /** Connections that have not proved themselves: beyond these the oldest is closed. */
    private static final int MOST_STRANGERS = 64;

    private static final int MOST_ADDRESSES = 1000;
    /** While the system refuses connections, so that the load keeps its CPUs. */
    private static final long BETWEEN_ATTEMPTS_NANOS = 100_000_000;

    private static final int MOST_LINES = 1000;
    /** The main that has started this process is there. */
    private static final int HELLO_MILLIS = 30_000;

    /** Empty if the main has started this process, and is at the other end of its pipes. */
    private final Optional<ServerSocket> server;

    private final Transport transport;
    private final AgentFacts facts;
    private final Function<MainLink, AgentWork> work;
    private final Supplier<TargetsWork> targets;
    private final Consumer<String> events;
    private final Clock clock;
    private final AtomicReference<@Nullable Serving> serving = new AtomicReference<>();
    private final CompletableFuture<Boolean> ended = new CompletableFuture<>();
    private final Deque<Socket> strangers = new ArrayDeque<>();
    private final Map<InetAddress, Integer> refused = new LinkedHashMap<>();
    private final Set<String> reported = new HashSet<>();
    /** Guarded by {@link #refused}. */
    private boolean isClosed;

    private Agent(
            Optional<ServerSocket> server,
            Transport transport,
            AgentFacts facts,
            Function<MainLink, AgentWork> work,
            Supplier<TargetsWork> targets,
            Consumer<String> events,
            Clock clock) {
        this.server = server;
        this.transport = transport;
        this.facts = facts;
        this.work = work;
        this.targets = targets;
        this.events = events;
        this.clock = clock;
    }

    /** Begins to listen, for loads alone. */
    public static Agent listen(
            Endpoint endpoint,
            Optional<FleetKey> key,
            AgentFacts facts,
            Function<MainLink, AgentWork> work,
            Consumer<String> events,
            Clock clock) {
        return listen(
                endpoint,
                key,
                facts,
                work,
                () -> {
                    throw Failure.usage("this agent has no targets", "it sends load alone", "name another agent");
                },
                events,
                clock);
    }

    /**
     * Begins to listen.
     *
     * @param endpoint its port may be 0
     * @param key empty only on a loopback address
     * @param facts what mains are told
     * @param work makes the work of a run, which the link to its main is for
     * @param targets makes the work on a run's targets on this machine
     * @param events gets a line for each thing that happens, on any thread
     * @throws Failure if it cannot listen there, or not without a key
     */
    public static Agent listen(
            Endpoint endpoint,
            Optional<FleetKey> key,
            AgentFacts facts,
            Function<MainLink, AgentWork> work,
            Supplier<TargetsWork> targets,
            Consumer<String> events,
            Clock clock) {
        try {
            if (key.isEmpty() && !endpoint.isLoopback()) {
                throw Fleet.withoutKey("--listen " + endpoint + " needs a key");
            }
            var server = new ServerSocket();
            server.bind(endpoint.resolved());
            var agent = new Agent(Optional.of(server), new Transport(key), facts, work, targets, events, clock);
            Thread.ofPlatform().daemon().name("agent accepts").start(() -> agent.accept(server));
            return agent;
        } catch (UnknownHostException e) {
            throw Fleet.unknownHost(endpoint);
        } catch (IOException e) {
            throw Failure.environment(
                            "cannot listen on " + endpoint,
                            String.valueOf(e.getMessage()),
                            "use an address of this machine and a port that no other program has")
                    .causedBy(e);
        }
    }

    /**
     * Serves the main that has started this process by ssh, which also encrypts what they exchange. Ends with the input.
     *
     * @param in from the main
     * @param out to the main, and to be written by no other
     * @param main its address, as ssh reports it; empty if that is not known
     * @param facts what the main gets to know
     * @param work makes the work of a run, which the link to its main is for
     * @param targets makes the targets of a run
     * @param events gets a line for each thing that happens, on any thread
     */
    public static Agent overPipes(
            InputStream in,
            OutputStream out,
            String main,
            AgentFacts facts,
            Function<MainLink, AgentWork> work,
            Supplier<TargetsWork> targets,
            Consumer<String> events,
            Clock clock) {
        var agent = new Agent(Optional.empty(), new Transport(Optional.empty()), facts, work, targets, events, clock);
        Thread.ofPlatform().daemon().name("agent greets").start(() -> agent.greet(in, out, main));
        return agent;
    }

    /** The port that it listens on; 0 if it does not listen. */
    public int port() {
        return server.map(ServerSocket::getLocalPort).orElse(0);
    }

    /**
     * Waits until the run has ended, or the agent was closed.
     *
     * @throws Failure if the main was lost; the load has ended by then
     */
    public void await() throws InterruptedException {
        try {
            ended.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Failure failure ? failure : new IllegalStateException(e.getCause());
        }
    }

    /** Aborts a run that is on, tells its main, and stops listening. */
    @Override
    public void close() {
        server.ifPresent(Agent::close);
        try {
            Optional.ofNullable(serving.getAndSet(null)).ifPresent(Serving::leave);
        } finally {
            ended.complete(true); // not before: the process ends then
        }
        synchronized (refused) {
            isClosed = true;
            refused.forEach((address, times) -> {
                if (times > 1) {
                    events.accept("refused " + times + " connections from " + address.getHostAddress());
                }
            });
            refused.clear();
        }
    }

    private static void close(ServerSocket server) {
        try {
            server.close();
        } catch (IOException e) {
            // closed all the same
        }
    }

    private void accept(ServerSocket server) {
        while (!server.isClosed()) {
            try {
                var socket = server.accept();
                add(socket);
                Thread.ofVirtual().start(() -> greet(socket));
            } catch (IOException e) {
                // closed, or out of file descriptors: the next one may do
                LockSupport.parkNanos(BETWEEN_ATTEMPTS_NANOS);
            }
        }
    }

    private void add(Socket stranger) throws IOException {
        synchronized (strangers) {
            strangers.addLast(stranger);
            if (strangers.size() > MOST_STRANGERS) {
                strangers.removeFirst().close();
            }
        }
    }

    private void greet(InputStream in, OutputStream out, String main) {
        try {
            out.write((SshAgent.GREETING + main + "\n").getBytes(StandardCharsets.US_ASCII));
            out.flush();
            var link = new Link(Wire.ofThisProcess(in, out, HELLO_MILLIS));
            greet(link, main.isEmpty() ? "at standard input" : main);
            if (serving.get() == null) {
                ended.complete(true); // refused, and the main knows why
            }
        } catch (IOException e) {
            ended.completeExceptionally(Failure.environment(
                            "no main at standard input: it "
                                    + Transport.refusal(e).words(),
                            "",
                            "let run --agents ssh:HOST start this, or give --listen HOST:PORT")
                    .causedBy(e));
        }
    }

    private void greet(Socket socket) {
        try {
            greet(transport.ofStranger(socket), socket.getInetAddress().getHostAddress());
        } catch (IOException e) {
            boolean isCrowdedOut = socket.isClosed(); // by add: nothing else has closed it up to here
            refuse(
                    socket.getInetAddress(),
                    isCrowdedOut
                            ? "had not identified itself when " + MOST_STRANGERS + " others came"
                            : Transport.refusal(e).words());
            Transport.close(socket);
        } finally {
            synchronized (strangers) {
                strangers.remove(socket);
            }
        }
    }

    private void greet(Link link, String peer) throws IOException {
        var hello = link.first(Frame.MOST_BYTES_OF_HELLO);
        if (hello.kind() != Frame.Kind.HELLO) {
            throw new IOException("no message of ralbench");
        }
        var build = AgentFacts.build(hello.texts());
        var answer = new LinkedHashMap<>(facts.texts());
        var next = new Serving(link, peer);
        boolean isOfThisBuild = build.is(facts.build());
        boolean isFree = isOfThisBuild && serving.compareAndSet(null, next);
        if (!isOfThisBuild) {
            events.accept("refused main " + peer + ": it runs " + build.version() + ", this is "
                    + facts.build().version()
                    + (build.version().equals(facts.build().version()) ? " of another build" : ""));
        } else if (!isFree) {
            answer.put(
                    SERVES,
                    Optional.ofNullable(serving.get()).map(first -> first.main).orElse(""));
            events.accept("refused main " + peer + ": this agent serves another one");
        }
        try {
            link.write(Frame.of(Frame.Kind.HELLO, 0, Frame.texts(answer)));
        } catch (IOException e) {
            serving.compareAndSet(next, null);
            throw e;
        }
        if (isFree) {
            events.accept("joined by main " + peer);
            link.start("main", Thread.ofPlatform().daemon(), next);
        } else {
            link.closeNow();
        }
    }

    /** One line per address and reason, so that a scanner fills no disk. */
    private void refuse(InetAddress address, String why) {
        synchronized (refused) {
            if (isClosed) {
                return; // they have been counted
            }
            if (refused.containsKey(address) || refused.size() < MOST_ADDRESSES) {
                refused.merge(address, 1, Integer::sum);
            }
            var line = "refused a connection from " + address.getHostAddress() + ": it " + why;
            if (reported.size() < MOST_LINES && reported.add(line)) {
                events.accept(line);
            }
        }
    }

    /** The run of one main, from its joining. */
    private final class Serving implements Link.Receiver {
        private final Link link;
        private final String main;
        private final Map<Integer, ServedLoad> loads = new ConcurrentHashMap<>();
        private final AtomicReference<@Nullable TargetsWork> hosted = new AtomicReference<>();
        private volatile ClockOffset offset = new ClockOffset(0, Long.MAX_VALUE);
        private volatile boolean hasBegun;

        private Serving(Link link, String main) {
            this.link = link;
            this.main = main;
        }

        @Override
        public void received(Frame frame) {
            switch (frame.kind()) {
                // Here and not by a thread that may be at work, as each delay makes the offset less certain.
                case CLOCK -> answer(frame, Frame.numbers(clock.nanoTime()));
                case OFFSET -> offset = new ClockOffset(frame.number(0), frame.number(1));
                case PREPARE -> {
                    hasBegun = true;
                    var load = new ServedLoad(this, frame.load());
                    // A number that is used again is that of a load which the main has left without a word.
                    Optional.ofNullable(loads.put(frame.load(), load)).ifPresent(ServedLoad::leave);
                    load.received(frame);
                }
                case START, GO_ON, FOLLOW, FINISH, STOP, ABORT, LEAVE ->
                    Optional.ofNullable(loads.get(frame.load()))
                            .ifPresentOrElse(
                                    load -> load.received(frame),
                                    () -> attempt(frame, () -> {
                                        throw new IllegalStateException(
                                                "load " + frame.load() + " has not been prepared");
                                    }));
                // Each on a thread of its own: one may start a target while another one asks for figures.
                case TARGETS ->
                    Thread.ofVirtual()
                            .start(() -> attempt(frame, () -> targetsWork().answer(frame.body())));
                default -> {
                    // nothing that a main sends
                }
            }
        }

        private synchronized TargetsWork targetsWork() {
            var known = hosted.get();
            if (known == null) {
                known = targets.get();
                hosted.set(known);
            }
            return known;
        }

        /** Answers a call with what comes of it. */
        private void attempt(Frame call, Call body) {
            try {
                answer(call, body.result());
            } catch (Failure failure) {
                events.accept("cannot do what the main asks: " + failure.what());
                link.send(FleetAgent.failed(call.load(), call.call(), failure));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // the agent ends
            } catch (RuntimeException e) {
                var defect =
                        new Failure(FailureKind.DEFECT, call.kind() + " failed: " + e, "", "report it as a defect");
                link.send(FleetAgent.failed(call.load(), call.call(), defect));
            }
        }

        private void answer(Frame call, byte[] body) {
            if (call.call() != 0) {
                link.send(Frame.of(Frame.Kind.REPLY, call.load(), call.call(), body));
            }
        }

        @Override
        public void ended(Link.End end) {
            var hostedTargets = hosted.getAndSet(null);
            if (hostedTargets != null) {
                close(hostedTargets);
            }
            if (!hasBegun && hostedTargets != null) {
                endedOfTargets(end);
                return;
            }
            if (!hasBegun) {
                events.accept("main " + main + " left before a run");
                serving.compareAndSet(this, null);
                if (server.isEmpty()) {
                    ended.complete(true);
                }
                return;
            }
            boolean isWhole = loads.isEmpty();
            loads.values().forEach(ServedLoad::leave);
            if (end == Link.End.OURS) {
                return; // closing says when the agent has ended
            }
            if (end == Link.End.ORDERLY) {
                events.accept(isWhole ? "run ended" : "run was ended by main " + main);
                ended.complete(true);
            } else {
                ended.completeExceptionally(lost(end, "its load was stopped"));
            }
        }

        /** The end of the run does not depend on it; what is left is ended with this process. */
        private void close(TargetsWork work) {
            try {
                work.close();
            } catch (Failure failure) {
                events.accept(failure.what() + (failure.why().isEmpty() ? "" : ": " + failure.why()));
            }
        }

        private void endedOfTargets(Link.End end) {
            if (end == Link.End.OURS) {
                return;
            }
            if (end == Link.End.ORDERLY) {
                events.accept("run ended");
                ended.complete(true);
            } else {
                ended.completeExceptionally(lost(end, "its targets were ended"));
            }
        }

        private Failure lost(Link.End end, String done) {
            return Failure.environment(
                    "main " + main + " is lost; " + done,
                    end == Link.End.SILENT
                            ? "it sent nothing for " + Link.SILENCE_MILLIS / 1000 + " s"
                            : "its process or its machine ended: it closed the connection",
                    "start this agent again for the next run");
        }

        private void leave() {
            loads.values().forEach(ServedLoad::leave);
            link.end();
            Optional.ofNullable(hosted.getAndSet(null)).ifPresent(this::close);
        }
    }

    /** One of the loads of a run: several are on at a time where variants take turns. */
    private final class ServedLoad implements MainLink {
        private final Serving of;
        private final int number;
        private final AgentWork made;
        private final ExecutorService calls = Executors.newSingleThreadExecutor(
                Thread.ofPlatform().daemon().name("agent works").factory());
        private final ExecutorService interruptions = Executors.newSingleThreadExecutor(
                Thread.ofPlatform().daemon().name("agent stops").factory());

        private ServedLoad(Serving of, int number) {
            this.of = of;
            this.number = number;
            this.made = work.apply(this);
        }

        private void received(Frame frame) {
            var executor = switch (frame.kind()) {
                case STOP, ABORT, LEAVE -> interruptions;
                default -> calls;
            };
            try {
                executor.execute(() -> of.attempt(frame, () -> result(frame)));
            } catch (RejectedExecutionException e) {
                of.attempt(frame, () -> {
                    throw new IllegalStateException("load " + number + " has ended");
                });
            }
        }

        private byte[] result(Frame frame) {
            switch (frame.kind()) {
                case PREPARE -> {
                    events.accept("load is prepared");
                    return made.prepare(frame.body());
                }
                case START -> {
                    events.accept("load begins");
                    made.startAt(of.offset.toAgent(frame.number(0)));
                }
                case GO_ON ->
                    made.goOn(
                            Point.of(frame.number(0)),
                            (int) frame.number(1),
                            of.offset.toAgent(frame.number(2)),
                            new LeastLengths(Duration.ofNanos(frame.number(3)), Duration.ofNanos(frame.number(4))),
                            frame.number(5));
                case FOLLOW ->
                    made.followWith(
                            (int) frame.number(0),
                            IntStream.range(2, frame.length())
                                    .mapToObj(i -> (int) frame.number(i))
                                    .toList(),
                            Duration.ofNanos(frame.number(1)));
                case FINISH -> {
                    try {
                        return made.finish();
                    } finally {
                        forget();
                    }
                }
                case STOP -> made.stop();
                case ABORT -> made.abort();
                default -> leave();
            }
            return Frame.numbers();
        }

        private void forget() {
            of.loads.remove(number, this);
            calls.shutdown();
            interruptions.shutdown();
        }

        /** Nothing more is wanted of it. */
        private void leave() {
            made.abort();
            forget();
        }

        @Override
        public void progress(byte[] figures) {
            of.link.send(Frame.of(Frame.Kind.PROGRESS, number, 0, figures));
        }

        @Override
        public void reached(Point point, int window, LeastLengths atLeast) {
            of.link.send(Frame.of(
                    Frame.Kind.REACHED,
                    number,
                    0,
                    Frame.numbers(
                            point.number(),
                            window,
                            atLeast.leadIn().toNanos(),
                            atLeast.turn().toNanos())));
        }

        @Override
        public void failed(Failure failure) {
            of.link.send(FleetAgent.failed(number, 0, failure));
        }

        @Override
        public long inMainTime(long nanoTime) {
            return of.offset.toMain(nanoTime);
        }
    }

    /** The body of a call, which may fail. */
    private interface Call {
        byte[] result() throws InterruptedException;
    }
}
