package dev.ralbench.load.net;

import dev.ralbench.load.UserRequests;

/** The requests of one user in the bytes of one protocol, one after the other. Belongs to the user's event loop. */
interface HttpUser {
    UserRequests requests();

    /** Puts the values of the present request into its bytes, unless they are there. */
    void encode();

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
