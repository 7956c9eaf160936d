package dev.ralbench.load.net;

import dev.ralbench.HttpUrl;
import dev.ralbench.http.Redirects.ChainedRequest;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.UserRequests;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.util.Optional;

/**
 * What a user carries from one request to the next, over whatever connections: its requests with their values, and its
 * cookies. With the end of a journey those that it got are forgotten; those that the user got before all journeys stay. A
 * user without journeys keeps none. Belongs to the user's event loop.
 */
final class VertxSession {
    private final UserRequests requests;
    private final boolean keepsCookies;
    private final Cookies cookies;
    private long course;
    private long number;
    private Optional<RequestTemplate> filled = Optional.empty();

    /** @param keepsCookies whether it keeps those that responses set */
    VertxSession(UserRequests requests, boolean keepsCookies) {
        this.requests = requests;
        this.keepsCookies = keepsCookies;
        this.cookies = new Cookies(requests::carries);
    }

    /**
     * The present request, with the values that it had when it was sent first.
     *
     * @throws IllegalArgumentException when a value makes it no request
     */
    RequestTemplate request() {
        if (number != requests.number() || filled.isEmpty()) {
            if (course != requests.course()) {
                course = requests.course();
                cookies.courseBegins(requests.isBeforeJourneys());
            }
            filled = Optional.of(requests.step().request().filled(requests.values()));
            number = requests.number();
        }
        return filled.get();
    }

    UserRequests requests() {
        return requests;
    }

    /** The judge of the present request's responses. */
    ResponseJudge judge() {
        return ResponseJudge.of(requests.step(), requests.expect());
    }

    /** The header Cookie of a request; empty if there are no cookies for it. */
    Optional<String> cookies(ChainedRequest to) {
        return Optional.of(cookies)
                .filter(some -> !some.isEmpty())
                .map(some -> some.header(place(to)))
                .filter(header -> !header.isEmpty());
    }

    /** Takes the headers Set-Cookie of a response, which may be a redirect. */
    void takeCookies(ChainedRequest from, MultiMap headers) {
        if (keepsCookies) {
            var set = headers.getAll(HttpHeaders.SET_COOKIE);
            if (!set.isEmpty()) {
                cookies.take(place(from), set);
            }
        }
    }

    private static Cookies.Place place(ChainedRequest request) {
        return Cookies.Place.of(
                HttpUrl.host(request.url()),
                request.path(),
                "https".equals(request.url().getScheme()));
    }
}
