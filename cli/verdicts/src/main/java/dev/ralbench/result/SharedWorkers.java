package dev.ralbench.result;

import dev.ralbench.scenario.Polling;
import java.util.Optional;
import java.util.OptionalLong;

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
        return requests > MOST_REQUESTS ? Optional.empty() : new WorkerSimulation(this, users, requests).run();
    }

    /** When a request sees that its calls have ended, which took so many nanoseconds. */
    long seen(long nanos) {
        return pollNanos.isPresent() ? Polling.seen(nanos, pollNanos.getAsLong()) : nanos;
    }
}
