package dev.ralbench.load;

/**
 * Receives everything that happens on one event loop; called on that loop alone, with times of the loop's clock. A
 * window is the position of a {@link Phase} in the timeline. Must not block and should not allocate.
 */
public interface LoadRecorder {

    /**
     * A window began. Requests that start from now on belong to it.
     *
     * @param isOpen whether requests arrive in it, instead of users sending them
     */
    void windowBegan(int window, boolean isOpen, long nanos);

    /** The window ended, and later events belong to none until the next one begins. Otherwise that ends it. */
    void windowEnded(long nanos);

    /** The load ended, and with it the last window; nothing is reported after this call. */
    void loadEnded(long nanos);

    /** A connection was made, or could not be made, in so many nanoseconds. */
    void connected(int window, long tookNanos);

    /** A user sent a request; or one of an open phase, after the first of its journey. */
    void requestStarted(int window, long startNanos);

    /**
     * A request ended.
     *
     * @param window the window in which it started
     * @param request its position in {@link Workload#steps}; {@link UserRequests#NONE} if it was not yet drawn
     * @param detail the error, empty for success
     */
    void requestEnded(int window, int request, Outcome outcome, long startNanos, long endNanos, String detail);

    /**
     * A journey ended: its last request has, or one after which no other is sent. A journey that is given up, because its
     * user leaves or the load ends, has no end.
     *
     * @param window the window in which it started
     * @param journey its position in {@link Workload.Names#journeys}
     * @param outcome that of its first request that failed; else success
     * @param startNanos the intended start of its first request
     * @param endNanos when the last response was there, or the failure was seen
     */
    void journeyEnded(int window, int journey, Outcome outcome, long startNanos, long endNanos);

    /**
     * A request that was sent ends now, having moved so many bytes; {@code requestEnded} follows.
     *
     * @param window the window in which it started
     * @param traffic to be read within this call
     */
    void transferred(int window, Traffic traffic);

    /**
     * A request had a successful response whose first byte came before its end; {@code requestEnded} follows. The first
     * byte of all others came at the end.
     *
     * @param window the window in which it started
     * @param request its position in {@link Workload#steps}
     * @param firstByteNanos when the first byte of the response came
     */
    void cameInParts(int window, int request, long startNanos, long firstByteNanos, long endNanos);

    /**
     * A request of an open phase was due. It counts as started, and ends with {@code requestEnded} like any other, also if
     * it is never sent.
     *
     * @param intendedNanos when it was due: its start, as far as response times are concerned
     * @param lateNanos how much later the load generator came to it
     */
    void arrived(int window, long intendedNanos, long lateNanos);

    /** A request of an open phase was sent, now. */
    void sent();

    /**
     * A request of an open phase had a successful response so long after it was sent.
     *
     * @param window the window in which it was due
     */
    void served(int window, long serviceNanos);

    /**
     * No more requests are due in an open phase; called before its window ends.
     *
     * @param waiting requests that have not been sent, for want of a connection
     * @param outstanding requests that have not ended, those included
     */
    void phaseEnded(int window, long waiting, long outstanding);

    /**
     * A request was sent once more, on a new connection: the server had closed the one before while it was idle.
     *
     * @param window the window in which it started
     */
    void resent(int window);

    /** A user sends nothing more, because a step has failed after which its journey has it stop. */
    void userStopped();

    /** The target sent bytes that belong to no request. */
    void surplus();

    /**
     * A user could not send what comes before its journeys; it tries again. No figure of requests counts that.
     *
     * @param detail the step and its error
     */
    void setUpFailed(String detail);

    /** A user was in a state for so long within the window. All calls together account for every user-second. */
    void spent(int window, UserState state, long nanos);

    /** The number of active users of this loop changed; in an open phase, that of connections with a request. */
    void activeUsers(int users);

    /** Makes the recorders of one trial, one per event loop. */
    interface Factory {
        LoadRecorder forLoop(int loop);
    }
}
