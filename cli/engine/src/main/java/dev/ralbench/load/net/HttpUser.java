package dev.ralbench.load.net;

import dev.ralbench.load.RequestTemplate;

/** The requests of one user in the bytes of one protocol, one after the other. Belongs to the user's event loop. */
interface HttpUser {
    /** Draws the next request; see {@link dev.ralbench.load.RequestSender.UserConnection#next}. */
    int next();

    /** The position of the present request in the workload. */
    int current();

    /** The present request, without its values. */
    RequestTemplate request();

    /** The protocol of one new connection, which sends the present request however often it is asked to. */
    HttpCodec codec(ResponseHandler handler);

    /** Makes the users of one sender. */
    interface Factory {
        /**
         * A user before its first request.
         *
         * @param number from 0
         */
        HttpUser user(int number);

        /** Gives the memory of encoded requests back; no connection may need it any more. */
        void release();
    }
}
