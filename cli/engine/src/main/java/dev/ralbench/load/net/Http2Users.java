package dev.ralbench.load.net;

import dev.ralbench.Clock;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.UserRequests;
import dev.ralbench.load.Workload;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The users of a sender by HTTP/2. A request that is the same each time is encoded once, for all users that send the
 * same. The server's table of headers helps where that is a user's only request; among several, or with values in it,
 * an encoding would depend on those before it, so they use no table.
 */
final class Http2Users implements HttpUser.Factory {
    private final HttpExchange exchange;
    private final Clock clock;
    private final boolean isAlone;
    private final Map<RequestTemplate, Http2Request> encoded = new ConcurrentHashMap<>();

    Http2Users(HttpExchange exchange, Clock clock) {
        this.exchange = exchange;
        this.clock = clock;
        this.isAlone = exchange.workload().steps().size() == 1;
    }

    @Override
    public User user(int number) {
        var requests = exchange.workload().steps().stream()
                .map(Workload.Step::request)
                .map(request -> request.ofUser(number))
                .toList();
        requests.stream()
                .filter(RequestTemplate::isFixed)
                .forEach(request -> encoded.computeIfAbsent(
                        request,
                        ofUser -> isAlone
                                ? Http2Request.withTable(exchange, ofUser)
                                : Http2Request.withoutTable(exchange, ofUser)));
        return new User(new UserRequests(exchange.workload(), number, clock), requests);
    }

    @Override
    public void release() {
        encoded.values().forEach(Http2Request::release);
    }

    /** One user; see {@link HttpUser}. */
    final class User implements HttpUser {
        private final UserRequests drawn;
        private final List<RequestTemplate> requests;
        private @Nullable Http2Request present;
        /** Of the request whose bytes these are. */
        private long number;

        private User(UserRequests drawn, List<RequestTemplate> requests) {
            this.drawn = drawn;
            this.requests = requests;
        }

        @Override
        public UserRequests requests() {
            return drawn;
        }

        @Override
        public void encode() {
            if (number == drawn.number()) {
                return;
            }
            number = drawn.number();
            var request = requests.get(drawn.current());
            var fixed = encoded.get(request);
            present = fixed == null ? Http2Request.withoutTable(exchange, request.filled(drawn.values())) : fixed;
        }

        @Override
        public HttpCodec codec(ResponseHandler handler) {
            return new Http2Codec(this, handler);
        }

        /** The bytes of the present request. */
        Http2Request encoded() {
            return Objects.requireNonNull(present, "nothing was drawn");
        }
    }
}
