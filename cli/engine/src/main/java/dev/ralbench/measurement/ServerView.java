package dev.ralbench.measurement;

/**
 * The work of a dependency's server in one window, by its own counters.
 *
 * @param served statements, commands or calls that it served
 * @param runningPeak most of them under way at once, as polled about once a second
 * @param connectionsPeak most connections open at once, likewise
 */
public record ServerView(long served, int runningPeak, int connectionsPeak) {

    /** A share of the served requests, to whole numbers; peaks stay the same. */
    public ServerView scaled(double share) {
        return new ServerView(Math.round(served * share), runningPeak, connectionsPeak);
    }

    /** Both windows together. */
    public ServerView plus(ServerView other) {
        return new ServerView(
                served + other.served,
                Math.max(runningPeak, other.runningPeak),
                Math.max(connectionsPeak, other.connectionsPeak));
    }
}
