package dev.ralbench.result;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;

/** One simulation of a closed load on {@link SharedWorkers}, event by event. */
final class WorkerSimulation {
    private final SharedWorkers server;
    private final int users;
    private final long requests;
    private final Queue<Job> waiting = new ArrayDeque<>();
    private final PriorityQueue<End> ends = new PriorityQueue<>();
    private int idleWorkers;
    private long asked;
    private long planned;
    private long responses;
    private double nanosOfAll;
    private long now;

    private static final class Request {
        private final long asked;
        private long begun;
        private int openCalls;

        private Request(long asked) {
            this.asked = asked;
        }
    }

    /** A call that waits for a worker or has one, or the request itself. */
    private record Job(Request request, boolean isCall) {}

    /**
     * A job that ends, and leaves its worker.
     *
     * @param number tells those of the same moment apart, in the order in which they were planned
     */
    private record End(long at, long number, Job job) implements Comparable<End> {
        @Override
        public int compareTo(End other) {
            return at == other.at ? Long.compare(number, other.number) : Long.compare(at, other.at);
        }
    }

    WorkerSimulation(SharedWorkers server, int users, long requests) {
        this.server = server;
        this.users = users;
        this.requests = requests;
        this.idleWorkers = server.workers();
    }

    /** Empty where requests hold all workers and none is left for their calls. */
    Optional<SharedWorkers.Times> run() {
        for (int user = 0; user < users; user++) {
            ask();
        }
        give();
        while (!ends.isEmpty()) {
            var end = ends.remove();
            now = end.at;
            idleWorkers++;
            ended(end.job);
            give();
        }
        return responses < requests
                ? Optional.empty()
                : Optional.of(new SharedWorkers.Times(nanosOfAll / responses / 1e6, now / 1e9));
    }

    private void ask() {
        if (asked < requests) {
            asked++;
            waiting.add(new Job(new Request(now), false));
        }
    }

    /** Workers that are idle take what waits longest. */
    private void give() {
        while (idleWorkers > 0 && !waiting.isEmpty()) {
            idleWorkers--;
            begin(waiting.remove());
        }
    }

    private void begin(Job job) {
        if (job.isCall) {
            plan(now + server.callNanos(), job);
            return;
        }
        var request = job.request;
        request.begun = now;
        request.openCalls = server.calls();
        for (int call = 0; call < server.calls(); call++) {
            waiting.add(new Job(request, true));
        }
    }

    private void ended(Job job) {
        var request = job.request;
        if (!job.isCall) {
            responses++;
            nanosOfAll += now - request.asked;
            ask();
            return;
        }
        request.openCalls--;
        if (request.openCalls == 0) {
            plan(request.begun + server.seen(now - request.begun), new Job(request, false));
        }
    }

    private void plan(long at, Job job) {
        ends.add(new End(at, planned, job));
        planned++;
    }
}
