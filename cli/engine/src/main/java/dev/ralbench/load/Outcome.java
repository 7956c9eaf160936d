package dev.ralbench.load;

/** How a request ended. The list is closed and every request is in exactly one of these. */
public enum Outcome {
    /** The whole response arrived in time and passed the scenario's checks. */
    OK,
    UNEXPECTED_STATUS,
    UNEXPECTED_BODY,
    /**
     * No complete response within the scenario's timeout, and the connection was given up; or one that was later than its
     * request allows.
     */
    TIMEOUT,
    /** No connection could be made, so nothing was sent. */
    CONNECT_FAILED,
    /** The connection ended before the response was complete. */
    RESET,
    /** The response was not HTTP. */
    PROTOCOL_ERROR,
    /** In flight when the load reached its planned end; neither a success nor a failure. */
    DROPPED_AT_STOP,
    /** Still unanswered when the load, or a counted part of it, should have been done: a hang, which no average would show. */
    STILL_OPEN;

    /** Whether a response came back that the user could have used. */
    public boolean isSuccess() {
        return this == OK;
    }

    /** Whether it counts against the target. A request dropped at the planned end does not. */
    public boolean isFailure() {
        return this != OK && this != DROPPED_AT_STOP;
    }
}
