package dev.ralbench.prediction;

import dev.ralbench.scenario.Prediction;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Queue;

/**
 * A server whose requests wait for calls of the same server, so that both need its workers. How long a number of
 * requests takes then has no closed form; it is simulated, event by event (study of combined calls, 2.5: 200 workers,
 * first come, first served, calls of 2 s, looks every 200 ms). Nothing in it is random, so that the same question has
 * the same answer.
 *
 * @param workers at least 1
 * @param calls that a request makes at once when it begins, at least 1; it keeps its own worker until all have ended
 * @param callNanos how long a call takes, at least 0
 * @param pollNanos time between two checks of a request whether its calls have ended, above 0; empty if the end wakes it
 */
record SharedWorkers(int workers, int calls, long callNanos, OptionalLong pollNanos) {
    /** The most requests to simulate, because the time that this takes grows with their number. */
    static final long MOST_REQUESTS = 100_000;

    /**
     * The simulated response time and duration of a load.
     *
     * @param meanMillis response time, from when a user asks to when its request ends
     * @param totalSeconds from the first request to the end of the last
     */
    record Times(double meanMillis, double totalSeconds) {}

    /**
     * Simulates a closed load: each user sends its next request as soon as it has a response.
     *
     * @param users at least 1; all ask at once in the beginning
     * @param requests at least 1
     * @return empty if requests hold all workers and none is left for their calls (a deadlock), or if there are more
     *     than {@link #MOST_REQUESTS}
     */
    Optional<Times> of(int users, long requests) {
        return requests > MOST_REQUESTS ? Optional.empty() : new Simulation(this, users, requests).run();
    }

    /** When a request sees that its calls have ended, which took so many nanoseconds. */
    long seen(long nanos) {
        return pollNanos.isPresent() ? Prediction.seen(nanos, pollNanos.getAsLong()) : nanos;
    }

    /** One simulation of a closed load on {@link SharedWorkers}, event by event. */
    private static final class Simulation {
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

        Simulation(SharedWorkers server, int users, long requests) {
            this.server = server;
            this.users = users;
            this.requests = requests;
            this.idleWorkers = server.workers();
        }

        /** Empty where requests hold all workers and none is left for their calls. */
        Optional<Times> run() {
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
                    : Optional.of(new Times(nanosOfAll / responses / 1e6, now / 1e9));
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
}
