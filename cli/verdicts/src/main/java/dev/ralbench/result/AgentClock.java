package dev.ralbench.result;

import java.util.Optional;

/**
 * How far the monotonic clock of an agent was from the main's. Windows begin and end by the agent's clock, at instants of the
 * main's that were turned into the agent's by the offset before the load.
 *
 * @param offsetMillis before the load, the agent's clock minus the main's; the two begin at unrelated instants, so it can be
 *     hours, and only its change says something
 * @param uncertaintyMillis the true offset was not further away; 0 or more
 * @param drift of the offset during the load; empty if the agent was lost before its clock was compared again
 */
public record AgentClock(double offsetMillis, double uncertaintyMillis, Optional<Drift> drift) {
    /**
     * How the offset changed from before the load to after it.
     *
     * @param millis by which the agent's windows ended too early at the end of the load; negative if they ended too late
     * @param uncertaintyMillis the true change was not further away; 0 or more
     */
    public record Drift(double millis, double uncertaintyMillis) {}
}
