package dev.ralbench.load.net;

import dev.ralbench.Clock;
import dev.ralbench.load.Bytes;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.UserRequests;
import dev.ralbench.load.Workload;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The users of a sender by HTTP/1.1. What is the same in each of a user's requests is encoded once, for all users that
 * send the same.
 */
final class Http1Users implements HttpUser.Factory {
    private final HttpExchange exchange;
    private final Clock clock;
    private final Map<RequestTemplate, Http1Request> encoded = new ConcurrentHashMap<>();

    Http1Users(HttpExchange exchange, Clock clock) {
        this.exchange = exchange;
        this.clock = clock;
    }

    @Override
    public HttpUser user(int number) {
        var requests = exchange.workload().allSteps().stream()
                .map(Workload.Step::request)
                .map(request ->
                        encoded.computeIfAbsent(request.ofUser(number), ofUser -> Http1Request.of(exchange, ofUser)))
                .toList();
        return new User(exchange, new UserRequests(exchange.workload(), number, clock), requests);
    }

    @Override
    public void release() {
        encoded.values().forEach(request -> request.fixed().ifPresent(ByteBuf::release));
    }

    /** One user; see {@link HttpUser}. */
    static final class User extends HttpUser {
        private final List<Http1Request> encoded;
        /** Of a request that holds values or cookies; one that is sent again is taken from here once more. */
        private final Bytes written = new Bytes();

        private final Bytes scratch = new Bytes();
        private @Nullable ByteBuf fixed;

        private User(HttpExchange exchange, UserRequests requests, List<Http1Request> encoded) {
            super(exchange, requests);
            this.encoded = encoded;
        }

        @Override
        void encode(int position) {
            var request = encoded.get(position);
            fixed = hasCookies() ? null : request.fixed().orElse(null);
            if (fixed == null) {
                written.clear();
                request.addHeadTo(written, requests().values());
                request.addRestTo(written, requests().values(), hasCookies() ? cookies(path()) : "", scratch);
            }
        }

        @Override
        String path() {
            return Http1Request.path(
                    fixed == null ? Unpooled.wrappedBuffer(written.array(), 0, written.length()) : fixed);
        }

        @Override
        HttpCodec codec(ResponseHandler handler) {
            return new Http1Codec(this, handler);
        }

        /** The bytes of the present request that are the same each time; null if it holds values or cookies. */
        @Nullable
        ByteBuf fixed() {
            return fixed;
        }

        /** A buffer with the bytes of the present request, for one write, which gives it back. */
        ByteBuf written(Channel channel) {
            var bytes = fixed;
            return bytes == null
                    ? channel.alloc().directBuffer(written.length()).writeBytes(written.array(), 0, written.length())
                    : Unpooled.unreleasableBuffer(bytes.duplicate());
        }
    }
}
