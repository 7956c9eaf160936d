package dev.ralbench.load.net;

import dev.ralbench.load.UserRequests;
import java.util.List;
import java.util.function.Function;

/**
 * The requests of one user in the bytes of one protocol, one after the other, and its cookies, of which it
 * forgets those of a journey with its end; a user without journeys keeps none. Belongs to the user's event loop.
 */
abstract class HttpUser {
    private final HttpExchange exchange;
    private final UserRequests requests;
    private final Cookies cookies;
    private final boolean keepsCookies;
    /** Of the request whose bytes there are. */
    private long number;

    private long course;

    HttpUser(HttpExchange exchange, UserRequests requests) {
        this.exchange = exchange;
        this.requests = requests;
        this.cookies = new Cookies(requests::carries);
        this.keepsCookies = exchange.workload().hasJourneys();
    }

    final HttpExchange exchange() {
        return exchange;
    }

    final UserRequests requests() {
        return requests;
    }

    /**
     * Puts the values of the present request into its bytes, unless they are there: it may be sent again.
     *
     * @throws IllegalArgumentException if a value makes it no request
     */
    final void encode() {
        if (number != requests.number()) {
            number = requests.number();
            if (course != requests.course()) {
                course = requests.course();
                cookies.courseBegins(requests.isBeforeJourneys());
            }
            encode(requests.current());
        }
    }

    /** @param position of the present request in the workload */
    abstract void encode(int position);

    /** Path and query of the present request, as they go on the wire. */
    abstract String path();

    final boolean hasCookies() {
        return !cookies.isEmpty();
    }

    /** The header Cookie of a request to that path; empty if there are no cookies for it. */
    final String cookies(String path) {
        return cookies.header(exchange.place(path));
    }

    /** Takes the headers Set-Cookie of the present request's response. */
    final void takeCookies(Function<String, List<String>> headers) {
        if (keepsCookies) {
            var set = headers.apply(ResponseJudge.SET_COOKIE);
            if (!set.isEmpty()) {
                cookies.take(exchange.place(path()), set);
            }
        }
    }

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
