package dev.ralbench.bottleneck;

import dev.ralbench.measurement.ServerView;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Whether a pool of connections is the bottleneck: with many more users its connections stay as many as they were, as
 * many statements are under way, and no more requests are served. Pure.
 *
 * @param levels all of the trial
 */
record BusyConnections(List<LevelEvidence> levels) {
    /** A single connection that many share is no pool. */
    private static final int FEWEST = 2;
    /** Of the open connections: a monitor may have one more, and statements are counted once a second. */
    private static final double NEARLY_ALL = 0.8;
    /** How many times the connections must be under way, so that some requests wait for sure. */
    private static final double MANY_MORE = 1.5;
    /** How many times the users show that no more is served. */
    private static final double MORE_USERS = 1.5;

    private static final double FLAT = 0.1;
    /** How far the busy connections by Little's law may be from their number. */
    private static final double TOLERANCE = 0.1;

    /**
     * Connections that requests keep for no longer than where there are enough of them. Other ones are not the cause for
     * sure: statements that wait for a lock, or for a server that is saturated, also run on all of them.
     */
    Optional<Bottleneck> at(LevelEvidence level) {
        return busy(level).filter(found -> isKeptNoLonger(found, level)).map(found -> (Bottleneck) found);
    }

    /** What is full, be it the cause or a sign of another one. */
    Optional<Bottleneck.Connections> busy(LevelEvidence level) {
        if (!level.isServed()) {
            return Optional.empty();
        }
        var found = level.window().views().servers().entrySet().stream()
                .filter(server -> isFull(server.getValue(), level))
                .filter(server -> levels.stream()
                        .anyMatch(other -> isFlat(level, other) && isSame(server.getKey(), level, other)))
                .toList();
        return found.size() == 1
                ? Optional.of(
                        connections(found.getFirst().getKey(), found.getFirst().getValue()))
                : Optional.empty();
    }

    private static Bottleneck.Connections connections(String name, ServerView server) {
        return new Bottleneck.Connections(name, server.connectionsPeak(), server.runningPeak());
    }

    /** By Little's law: with the time of a request that waits for none, so many are kept busy. */
    private boolean isKeptNoLonger(Bottleneck.Connections found, LevelEvidence level) {
        return levels.stream()
                .filter(other -> other.isServed() && MANY_MORE * other.inFlight() <= found.connections())
                .min(Comparator.comparingDouble(LevelEvidence::inFlight))
                .map(LevelEvidence::meanMillis)
                .filter(mean -> mean.isPresent() && isAbout(found, level.perSecond() * mean.getAsDouble() / 1e3))
                .isPresent();
    }

    private static boolean isAbout(Bottleneck.Connections found, double busy) {
        return busy >= (1 - TOLERANCE) * found.running() && busy <= (1 + TOLERANCE) * found.connections();
    }

    private static boolean isFull(ServerView server, LevelEvidence level) {
        return server.runningPeak() >= FEWEST
                && server.runningPeak() <= server.connectionsPeak()
                && server.runningPeak() >= NEARLY_ALL * server.connectionsPeak()
                && level.inFlight() >= MANY_MORE * server.connectionsPeak();
    }

    private static boolean isFlat(LevelEvidence one, LevelEvidence other) {
        double users = Math.max(one.inFlight(), other.inFlight()) / Math.min(one.inFlight(), other.inFlight());
        return other.isServed() && users >= MORE_USERS && Math.abs(other.perSecond() / one.perSecond() - 1) <= FLAT;
    }

    private static boolean isSame(String name, LevelEvidence one, LevelEvidence other) {
        var theirs = Optional.ofNullable(other.window().views().servers().get(name));
        return theirs.filter(
                        server -> server.equals(one.window().views().servers().get(name)) || isFull(server, other))
                .isPresent();
    }
}
