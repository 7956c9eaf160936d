package dev.ralbench.testing;

import dev.ralbench.load.Outcome;
import dev.ralbench.load.RequestSender;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.Traffic;
import dev.ralbench.load.UserRequests;
import dev.ralbench.load.Workload;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

/**
 * A sender without a network, in virtual time: what happens to a request is decided by a script, and {@link #run}
 * jumps from event to event, so that minutes of load take milliseconds and come out the same every time.
 */
public final class ScriptedSender implements RequestSender {

    /** Decides the fate of requests. */
    public interface Script {
        /** How the request that starts at this time ends. */
        ScriptedResponse response(long startNanos);

        /** How the request that starts at this time ends; a script may remember values of its response for the user. */
        default ScriptedResponse response(long startNanos, UserRequests requests) {
            return response(startNanos);
        }

        /** What users send. */
        default Workload workload() {
            return REQUEST;
        }

        /** How long a connection takes; negative: it is refused. */
        default long connectNanos(long startNanos) {
            return 0;
        }

        /** How long the loop can do nothing else when it begins to connect. */
        default long openingNanos() {
            return 0;
        }

        /** How many requests a connection serves. */
        default int requestsPerConnection() {
            return Integer.MAX_VALUE;
        }

        /** How long the server leaves a connection open after the response that ended at this time. */
        default long idleNanos(long endNanos) {
            return Long.MAX_VALUE;
        }

        /** When the first byte of the response comes that ends at a time. */
        default long firstByteNanos(long startNanos, long endNanos) {
            return endNanos;
        }

        /** Length of each body. */
        default int bodyBytes() {
            return 0;
        }

        /** What else a connection has to say when a response is there, before it hands that over. */
        default void beforeEnd(ConnectionListener listener) {}
    }

    /** The end of a request: when it comes, if ever, and how. */
    public record ScriptedResponse(long atNanos, Outcome outcome, String detail) {
        public static ScriptedResponse ok(long atNanos) {
            return new ScriptedResponse(atNanos, Outcome.OK, "");
        }

        /** A response that never comes. */
        public static ScriptedResponse never() {
            return ok(Long.MAX_VALUE);
        }
    }

    private static final Workload REQUEST = Workload.of(new RequestTemplate(
            "GET", "/", Map.of(), Optional.empty(), new RequestTemplate.Expectation(200, OptionalLong.empty())));

    /** Length of each request, and of the head of each response. */
    public static final int REQUEST_BYTES = 50;

    public static final int HEAD_BYTES = 80;

    private record Event(long atNanos, long number, Runnable task) {}

    private final FakeClock clock = new FakeClock();
    private final Script script;
    private final List<SenderLoop> loops;
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::atNanos).thenComparingLong(Event::number));
    private long nextNumber;
    private final List<Long> sendTimes = new ArrayList<>();
    private final List<ScriptedConnection> connections = new ArrayList<>();

    public ScriptedSender(int loops, Script script) {
        this.script = script;
        this.loops = IntStream.range(0, loops)
                .<SenderLoop>mapToObj(i -> new ScriptedLoop())
                .toList();
    }

    /** Runs everything that is due, and what follows from it, until nothing is left. */
    public void run() {
        runUntil(Long.MAX_VALUE);
    }

    /** Runs everything that is due up to the given time. */
    public void runUntil(long nanos) {
        while (!events.isEmpty() && events.peek().atNanos() <= nanos) {
            var event = events.remove();
            clock.setNanos(Math.max(clock.nanoTime(), event.atNanos()));
            event.task().run();
        }
    }

    public FakeClock clock() {
        return clock;
    }

    /** When requests were sent, in order. */
    public List<Long> sendTimes() {
        return sendTimes;
    }

    /** How many connections there are, open or not: each may have been opened several times. */
    public int connections() {
        return connections.size();
    }

    public long openConnections() {
        return connections.stream().filter(ScriptedConnection::isOpen).count();
    }

    @Override
    public List<SenderLoop> loops() {
        return loops;
    }

    @Override
    public void close() {
        events.clear();
    }

    private void at(long nanos, Runnable task) {
        if (nanos != Long.MAX_VALUE) {
            events.add(new Event(Math.max(nanos, clock.nanoTime()), nextNumber++, task));
        }
    }

    private final class ScriptedLoop implements SenderLoop {
        @Override
        public long nanoTime() {
            return clock.nanoTime();
        }

        @Override
        public void execute(Runnable task) {
            at(clock.nanoTime(), task);
        }

        @Override
        public void schedule(long atNanos, Runnable task) {
            at(atNanos, task);
        }

        @Override
        public UserConnection newConnection(int user, ConnectionListener listener) {
            var connection = new ScriptedConnection(user, listener);
            connections.add(connection);
            return connection;
        }
    }

    private final class ScriptedConnection implements UserConnection {
        private final ConnectionListener listener;
        private final UserRequests requests;
        private final Traffic traffic = new Traffic();
        private boolean open;
        private int sent;
        private int served;
        /** Callbacks of an earlier life of the connection are dropped. */
        private int life;

        ScriptedConnection(int user, ConnectionListener listener) {
            this.requests = new UserRequests(script.workload(), user, clock);
            this.listener = listener;
        }

        @Override
        public void open() {
            int thisLife = ++life;
            clock.setNanos(clock.nanoTime() + script.openingNanos());
            long nanos = script.connectNanos(clock.nanoTime());
            at(clock.nanoTime() + Math.max(0, nanos), () -> {
                if (life != thisLife) {
                    return;
                }
                if (nanos < 0) {
                    listener.connectFailed("connection refused");
                } else {
                    open = true;
                    served = 0;
                    listener.connected();
                }
            });
        }

        @Override
        public boolean isOpen() {
            return open;
        }

        @Override
        public Traffic traffic() {
            return traffic;
        }

        @Override
        public UserRequests requests() {
            return requests;
        }

        @Override
        public void send() {
            int thisLife = life;
            sent++;
            traffic.begin();
            traffic.sent(REQUEST_BYTES);
            sendTimes.add(clock.nanoTime());
            long startNanos = clock.nanoTime();
            var response = script.response(startNanos, requests);
            at(response.atNanos(), () -> {
                if (life != thisLife) {
                    return;
                }
                served++;
                open = served < script.requestsPerConnection() && response.outcome() != Outcome.RESET;
                closeIfStillIdle(script.idleNanos(clock.nanoTime()));
                if (isWhole(response.outcome())) {
                    traffic.received(HEAD_BYTES + script.bodyBytes());
                    traffic.answered(script.bodyBytes());
                    traffic.firstByteCame(script.firstByteNanos(startNanos, clock.nanoTime()));
                }
                script.beforeEnd(listener);
                listener.ended(response.outcome(), clock.nanoTime(), response.detail());
            });
        }

        private static boolean isWhole(Outcome outcome) {
            return switch (outcome) {
                case OK, UNEXPECTED_STATUS, UNEXPECTED_BODY -> true;
                default -> false;
            };
        }

        private void closeIfStillIdle(long afterNanos) {
            int soFar = sent;
            if (afterNanos != Long.MAX_VALUE) {
                at(clock.nanoTime() + afterNanos, () -> open = open && sent != soFar);
            }
        }

        @Override
        public void close() {
            life++;
            open = false;
        }
    }
}
