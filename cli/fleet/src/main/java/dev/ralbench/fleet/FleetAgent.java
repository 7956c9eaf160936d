package dev.ralbench.fleet;

import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.load.LeastLengths;
import java.io.IOException;
import java.net.InetAddress;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * An agent as the main sees it. Several loads may be on it, by numbers that the main chooses, from 1. Calls return at once; their futures complete with a {@link Failure} if the agent's work
 * fails or the agent is lost, and never stay open. Instants are of the main's monotonic clock.
 */
public final class FleetAgent {
    /** The least delayed of so many is within a tenth of a millisecond, on machines that do other things as well. */
    private static final int ROUND_TRIPS = 20;

    private static final String WHAT = "what";
    private static final String WHY = "why";
    private static final String FIX = "fix";
    private static final String KIND = "kind";

    private final AgentAddress address;
    private final InetAddress localAddress;
    private final AgentFacts facts;
    private final Link link;
    private final FleetListener listener;
    private final Clock clock;
    private final AtomicLong calls = new AtomicLong();
    private final Map<Long, CompletableFuture<Frame>> open = new ConcurrentHashMap<>();
    private final AtomicReference<@Nullable Failure> lost = new AtomicReference<>();

    /** @param localAddress of this machine, as the agent sees it */
    FleetAgent(
            AgentAddress address,
            InetAddress localAddress,
            AgentFacts facts,
            Link link,
            FleetListener listener,
            Clock clock) {
        this.address = address;
        this.localAddress = localAddress;
        this.facts = facts;
        this.link = link;
        this.listener = listener;
        this.clock = clock;
    }

    /** By virtual threads: of a thousand agents, two thousand would be those of the system. */
    void start() throws IOException {
        link.start(toString(), Thread.ofVirtual(), new Link.Receiver() {
            @Override
            public void received(Frame frame) {
                FleetAgent.this.received(frame);
            }

            @Override
            public void ended(Link.End end) {
                FleetAgent.this.ended(end);
            }
        });
    }

    /** Its address, as the user wrote it. */
    public String name() {
        return address.toString();
    }

    AgentAddress address() {
        return address;
    }

    /** What it proved itself by; empty without encryption. */
    Optional<X509Certificate> certificate() {
        return link.peer();
    }

    /** The name in its certificate, such as {@code agent-1}; empty without encryption. */
    public Optional<String> key() {
        return certificate().map(CertificateAuthority::commonName);
    }

    /** The address of this machine that it reaches. */
    InetAddress localAddress() {
        return localAddress;
    }

    /** What it said when it was joined. */
    public AgentFacts facts() {
        return facts;
    }

    /**
     * Compares the clocks, by some tens of messages. Instants of later calls are turned into the agent's clock by the
     * result, so this comes before {@link #startAt}.
     */
    public CompletableFuture<ClockOffset> clock() {
        return clockAfter(new ArrayList<>());
    }

    /** Each answer asks again on the thread that receives it: one that first wakes another makes the offset less certain. */
    private CompletableFuture<ClockOffset> clockAfter(List<ClockOffset.RoundTrip> trips) {
        if (trips.size() == ROUND_TRIPS) {
            var offset = ClockOffset.of(trips);
            link.send(Frame.of(Frame.Kind.OFFSET, 0, Frame.numbers(offset.nanos(), offset.uncertaintyNanos())));
            return CompletableFuture.completedFuture(offset);
        }
        long sent = clock.nanoTime();
        return call(Frame.Kind.CLOCK, 0, Frame.numbers()).thenCompose(answer -> {
            trips.add(new ClockOffset.RoundTrip(sent, answer.number(0), clock.nanoTime()));
            return clockAfter(trips);
        });
    }

    /** {@link AgentWork#prepare} of a new load; the agent is then of this run until its end. */
    public CompletableFuture<byte[]> prepare(int load, byte[] share) {
        return call(Frame.Kind.PREPARE, load, share).thenApply(Frame::body);
    }

    /** {@link AgentWork#startAt}; completes when the agent knows. */
    public CompletableFuture<Void> startAt(int load, long nanoTime) {
        return call(Frame.Kind.START, load, Frame.numbers(nanoTime)).thenAccept(answer -> {});
    }

    /** {@link AgentWork#goOn}. Needs no answer: a failure goes to {@link FleetListener#failed}. */
    public void goOn(int load, Point point, int window, long nanoTime, LeastLengths atLeast, long repeated) {
        link.send(Frame.of(
                Frame.Kind.GO_ON,
                load,
                0,
                Frame.numbers(
                        point.number(),
                        window,
                        nanoTime,
                        atLeast.leadIn().toNanos(),
                        atLeast.turn().toNanos(),
                        repeated)));
    }

    /** {@link AgentWork#followWith}; completes when the agent has done so. */
    public CompletableFuture<Void> followWith(int load, int window, List<Integer> users, Duration settle) {
        var numbers = LongStream.concat(
                LongStream.of(window, settle.toNanos()), users.stream().mapToLong(Integer::longValue));
        return call(Frame.Kind.FOLLOW, load, Frame.numbers(numbers.toArray())).thenAccept(answer -> {});
    }

    /** {@link AgentWork#finish}, after which the load's number means nothing. */
    public CompletableFuture<byte[]> finish(int load) {
        return call(Frame.Kind.FINISH, load, Frame.numbers()).thenApply(Frame::body);
    }

    /** {@link AgentWork#stop}; completes when the agent has been told, while the load still ends. */
    public CompletableFuture<Void> stop(int load) {
        return call(Frame.Kind.STOP, load, Frame.numbers()).thenAccept(answer -> {});
    }

    /** {@link AgentWork#abort}; completes when the load has ended. */
    public CompletableFuture<Void> abort(int load) {
        return call(Frame.Kind.ABORT, load, Frame.numbers()).thenAccept(answer -> {});
    }

    /** Nothing more is wanted of a load that was not finished. */
    public void leave(int load) {
        link.send(Frame.of(Frame.Kind.LEAVE, load, 0, Frame.numbers()));
    }

    /** {@link TargetsWork#answer}. */
    CompletableFuture<byte[]> ask(TargetsQuestion question) {
        return call(Frame.Kind.TARGETS, 0, question.bytes()).thenApply(Frame::body);
    }

    /** Waits for a call. @throws Failure if it failed */
    static <T> T await(CompletableFuture<T> call) throws InterruptedException {
        try {
            return call.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Failure failure ? failure : new CompletionException(e.getCause());
        }
    }

    private CompletableFuture<Frame> call(Frame.Kind kind, int load, byte[] body) {
        long number = calls.incrementAndGet();
        var answer = new CompletableFuture<Frame>();
        open.put(number, answer);
        link.send(Frame.of(kind, load, number, body));
        var failure = lost.get(); // looked at last: either this sees it, or the end sees the call
        if (failure != null) {
            open.remove(number);
            answer.completeExceptionally(failure);
        }
        return answer;
    }

    private void received(Frame frame) {
        switch (frame.kind()) {
            case REPLY -> answered(frame).complete(frame);
            case FAILED -> {
                var failure = failure(frame);
                if (frame.call() == 0) {
                    listener.failed(this, frame.load(), failure);
                } else {
                    answered(frame).completeExceptionally(failure);
                }
            }
            case PROGRESS -> listener.progress(this, frame.load(), frame.body());
            case REACHED ->
                listener.reached(
                        this,
                        frame.load(),
                        Point.of(frame.number(0)),
                        (int) frame.number(1),
                        new LeastLengths(Duration.ofNanos(frame.number(2)), Duration.ofNanos(frame.number(3))));
            default -> {
                // nothing that an agent sends
            }
        }
    }

    private CompletableFuture<Frame> answered(Frame frame) {
        var call = open.remove(frame.call());
        return call == null ? new CompletableFuture<>() : call;
    }

    private void ended(Link.End end) {
        var failure = lost(end);
        lost.set(failure);
        if (end != Link.End.OURS) {
            listener.lost(this, failure); // before those who wait for an answer ask why there is none
        }
        open.values().forEach(call -> call.completeExceptionally(failure));
    }

    private Failure lost(Link.End end) {
        return switch (end) {
            case OURS -> Failure.environment(this + " was left", "this run has ended", "");
            case ORDERLY ->
                Failure.environment(
                        this + " was stopped",
                        "its user, or its system, ended it before the run was over",
                        "start it again, then this run");
            case CLOSED ->
                Failure.environment(
                        this + " is lost",
                        "its process or its machine ended: it closed the connection" + itsWords(),
                        "see its output; start it again, then this run");
            case SILENT ->
                Failure.environment(
                        this + " is lost",
                        "it sent nothing for " + Link.SILENCE_MILLIS / 1000
                                + " s: it was stopped, its machine is overloaded, or the network failed",
                        "check its machine; start it again, then this run");
        };
    }

    /** Of an agent that ssh started: no other place shows what it printed. */
    private String itsWords() {
        var words = link.lastWords();
        return words.isEmpty() ? "" : "; its last lines:\n" + words;
    }

    /** A failure of the work as a frame, for the call that asked for it. */
    static Frame failed(int load, long call, Failure failure) {
        var texts = new LinkedHashMap<String, String>();
        texts.put(KIND, failure.kind().name());
        texts.put(WHAT, failure.what());
        texts.put(WHY, failure.why());
        texts.put(FIX, failure.fix());
        return Frame.of(Frame.Kind.FAILED, load, call, Frame.texts(texts));
    }

    private Failure failure(Frame frame) {
        try {
            var texts = frame.texts();
            return new Failure(
                    FailureKind.valueOf(texts.getOrDefault(KIND, "")),
                    this + ": " + texts.getOrDefault(WHAT, ""),
                    texts.getOrDefault(WHY, ""),
                    texts.getOrDefault(FIX, ""));
        } catch (IOException | IllegalArgumentException e) {
            return new Failure(FailureKind.DEFECT, this + " sent a failure that cannot be read", "", "").causedBy(e);
        }
    }

    /** Why it is no longer there; empty while it is. */
    Optional<Failure> whyLost() {
        return Optional.ofNullable(lost.get());
    }

    /** Takes leave of the agent. */
    void end() {
        link.end();
    }

    /** As messages call it: by its address and the name in its certificate. */
    @Override
    public String toString() {
        return "agent " + name() + key().map(key -> " (" + key + ")").orElse("");
    }
}
