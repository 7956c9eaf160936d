package dev.ralbench.load;

import java.util.List;

/**
 * Sends requests without blocking and says when and how each ended: the seam between the load generator and the
 * network. All callbacks of a connection come on the event loop that made it, never from within the call itself.
 */
public interface RequestSender extends AutoCloseable {

    /** The event loops; users are spread over them and stay where they are. At least one. */
    List<SenderLoop> loops();

    /** Closes all connections and ends the loops. */
    @Override
    void close();

    /** One single-threaded event loop. Everything a user does happens on its loop, so nothing needs a lock. */
    interface SenderLoop {
        /** The loop's clock: nanoseconds, monotonic, the same for all loops of a sender. */
        long nanoTime();

        /** Runs the task on this loop soon; may be called from any thread. */
        void execute(Runnable task);

        /**
         * Runs the task on this loop at the given time of {@link #nanoTime}, or soon if that has passed; may be called
         * from any thread.
         */
        void schedule(long atNanos, Runnable task);

        /**
         * A connection of one user, not yet open.
         *
         * @param user its number, from 0
         */
        UserConnection newConnection(int user, ConnectionListener listener);
    }

    /**
     * The one connection of a user. At most one request is in flight. The connection takes from its response what the user
     * is to remember of it.
     */
    interface UserConnection {
        /** Starts to connect; {@code connected} or {@code connectFailed} follows. */
        void open();

        /** Whether a request can be sent now. */
        boolean isOpen();

        /** What the user sends: its owner draws each request before it is sent, and says when it has ended. */
        UserRequests requests();

        /** Sends the request that was drawn last; exactly one {@code ended} follows, unless {@link #close} is called first. */
        void send();

        /** The bytes of the request sent last; they stand until the next is sent. */
        Traffic traffic();

        /** Gives the connection up, with whatever is in flight; no callback follows. It can be opened again. */
        void close();
    }

    /** Events on a connection. */
    interface ConnectionListener {
        void connected();

        /** No connection could be made, for a reason in the words of the operating system. */
        void connectFailed(String reason);

        /**
         * The request in flight ended.
         *
         * @param endNanos when the last byte of the body was there, or the failure was seen
         * @param detail the error, such as {@code status 503}; empty without one
         */
        void ended(Outcome outcome, long endNanos, String detail);

        /**
         * The request in flight is sent once more, on a new connection: the server had closed the one before while it was
         * idle. {@code ended} is still to come.
         */
        void resent();

        /**
         * Bytes came that belong to no request: more than one response to a request, or a body longer than it says. The
         * connection is closed, because later bytes could be taken for a response; reported once for each connection.
         */
        void surplus();

        /** The JVM has no memory left, or something like it: the load cannot go on. */
        void broke(Error cause);
    }
}
