package dev.ralbench.load.net;

import dev.ralbench.load.UserRequests;

/** The requests of one user in the bytes of one protocol, one after the other. Belongs to the user's event loop. */
abstract class HttpUser {
    private final UserRequests requests;
    /** Of the request whose bytes there are. */
    private long number;

    HttpUser(UserRequests requests) {
        this.requests = requests;
    }

    final UserRequests requests() {
        return requests;
    }

    /** Puts the values of the present request into its bytes, unless they are there: it may be sent again. */
    final void encode() {
        if (number != requests.number()) {
            number = requests.number();
            encode(requests.current());
        }
    }

    /** @param position of the present request in the workload */
    abstract void encode(int position);

    /** The protocol of one new connection, which sends the present request however often it is asked to. */
    abstract HttpCodec codec(ResponseHandler handler);

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
