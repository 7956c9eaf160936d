package dev.ralbench.load.net;

import dev.ralbench.Clock;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.UserRequests;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The users of a sender by HTTP/2. A request that is the same each time is encoded once, for all users that send the
 * same. The server's table of headers helps where that is a user's only request; among several, or with values or
 * cookies in it, an encoding would depend on those before it, so they use no table.
 */
final class Http2Users implements HttpUser.Factory {
    private final HttpExchange exchange;
    private final Clock clock;
    private final boolean isAlone;
    private final Map<RequestTemplate, Http2Request> encoded = new ConcurrentHashMap<>();

    Http2Users(HttpExchange exchange, Clock clock) {
        this.exchange = exchange;
        this.clock = clock;
        this.isAlone = exchange.workload().allSteps().size() == 1
                && !exchange.workload().hasJourneys();
    }

    @Override
    public User user(int number) {
        var requests = exchange.workload().allSteps().stream()
                .map(step -> prepared(step.request().ofUser(number)))
                .toList();
        return new User(new UserRequests(exchange.workload(), number, clock), requests);
    }

    private Prepared prepared(RequestTemplate ofUser) {
        return new Prepared(
                ofUser,
                ofUser.isFixed()
                        ? Optional.of(encoded.computeIfAbsent(
                                ofUser,
                                request -> isAlone
                                        ? Http2Request.withTable(exchange, request)
                                        : Http2Request.withoutTable(exchange, request, "")))
                        : Optional.empty());
    }

    /** A user's request, and its bytes if they are the same each time. */
    private record Prepared(RequestTemplate request, Optional<Http2Request> fixed) {}

    @Override
    public void release() {
        encoded.values().forEach(Http2Request::release);
    }

    /** One user; see {@link HttpUser}. */
    final class User extends HttpUser {
        private final List<Prepared> prepared;
        private @Nullable Http2Request present;
        private String path = "";

        private User(UserRequests requests, List<Prepared> prepared) {
            super(Http2Users.this.exchange, requests);
            this.prepared = prepared;
        }

        @Override
        void encode(int position) {
            var next = prepared.get(position);
            if (next.fixed().isPresent() && !hasCookies()) {
                path = next.request().path().text();
                present = next.fixed().get();
            } else {
                var filled = next.request().filled(requests().values());
                path = filled.path().text();
                present = Http2Request.withoutTable(exchange(), filled, hasCookies() ? cookies(path) : "");
            }
        }

        @Override
        String path() {
            return path;
        }

        @Override
        HttpCodec codec(ResponseHandler handler) {
            return new Http2Codec(this, handler);
        }

        /** The bytes of the present request. */
        Http2Request encoded() {
            return Objects.requireNonNull(present, "nothing was drawn");
        }
    }
}
