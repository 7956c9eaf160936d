package dev.ralbench.load;

/** The state of an active user. Every user-second of a run is charged to exactly one of these. */
public enum UserState {
    /** Setting up a connection, or sending what comes before all journeys. */
    CONNECTING,
    /** A request is in flight. */
    WAITING,
    /** Pausing between requests, as the scenario asks. */
    THINKING,
    /** Active but doing nothing: waiting for a barrier, or backing off after a failed connection or setup. */
    IDLE,
    /**
     * Finishing a request after a ramp down let the user go; no part of the offered load. What it sends after its
     * journeys is in no figure, and its time in no state.
     */
    LEAVING,
}
