package dev.ralbench.load;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Requests of the past, each to be sent again at its time. They are in the order of these times, and known by their positions
 * in it, from 0. Cannot change, so that all event loops may read it.
 */
public interface Replay {
    /** How many there are; at least 1. */
    int size();

    /** When a request is due, in nanoseconds after the beginning; never before the one before it. */
    long nanosOf(int position);

    /** From the beginning to the end; no request is due at or after that. */
    Duration length();

    /** How many requests are due before a time after the beginning. */
    int dueBefore(long nanos);

    /** The most requests that are due in any one second of the past, per second of the replay. */
    double highestRate();

    /** The kinds of requests, which have figures of their own; the most frequent first. At least one. */
    List<Kind> kinds();

    /** The kind of a request, by its position in {@link #kinds}. */
    int kindOf(int position);

    /** The status that its response had; below 100 if it had none. */
    int statusOf(int position);

    /** Appends path and query of a request as they go on the wire. */
    void addPath(int position, Bytes out);

    /** A usual request of the first kind: the position of one to look at a target with. */
    int example();

    /** What is not sent of those of the past, in words: {@code 12 of 400: POST may have a body, ...}; empty if all are. */
    List<String> leftOut();

    /** For people, such as {@code 1200 requests of access.log}. */
    String words();

    /**
     * Requests that are counted together.
     *
     * @param name different from that of other kinds
     * @param path of one of them, without its query
     * @param count at least 1
     * @param statuses of their responses, those below 100 left out
     */
    record Kind(String name, String method, String path, long count, Set<Integer> statuses) {
        public Kind {
            statuses = Set.copyOf(statuses);
        }
    }
}
