package dev.ralbench.load.net;

import dev.ralbench.load.Bytes;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.TextTemplate;
import dev.ralbench.load.UserValues;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.Optional;

/**
 * A request as it goes on the wire by HTTP/1.1.
 *
 * @param fixed all of it, in direct memory, so that the kernel can take it from there; empty if it holds values
 * @param head all lines of its head but for the last, empty one, and the length of a body that holds values
 */
record Http1Request(Optional<ByteBuf> fixed, TextTemplate head, Optional<TextTemplate> body) {
    private static final TextTemplate LINE_END = TextTemplate.of("\r\n");
    private static final byte[] LENGTH = {'C', 'o', 'n', 't', 'e', 'n', 't', '-', 'L', 'e', 'n', 'g', 't', 'h', ':', ' '
    };
    private static final byte[] TWO_LINE_ENDS = {'\r', '\n', '\r', '\n'};

    static Http1Request of(HttpExchange exchange, RequestTemplate request) {
        var head = TextTemplate.of(request.method() + " ").plus(request.path()).plus(TextTemplate.of(" HTTP/1.1\r\n"));
        if (!request.hasHeader("host")) {
            head = head.plus(TextTemplate.of("Host: " + exchange.authority() + "\r\n"));
        }
        for (var header : request.headers().entrySet()) {
            head = head.plus(TextTemplate.of(header.getKey() + ": "))
                    .plus(header.getValue())
                    .plus(LINE_END);
        }
        if (!exchange.keepAlive()) {
            head = head.plus(TextTemplate.of("Connection: close\r\n"));
        }
        var varied = request.body().filter(body -> !body.isFixed());
        if (varied.isPresent()) {
            return new Http1Request(Optional.empty(), head, varied);
        }
        if (request.body().isPresent()) {
            var bytes = request.body().get().bytes().bytes();
            head = head.plus(TextTemplate.of("Content-Length: " + bytes.length + "\r\n"));
        }
        var all = head.plus(LINE_END);
        if (request.body().isPresent()) {
            all = all.plus(request.body().get());
        }
        return new Http1Request(all.isFixed() ? Optional.of(direct(all)) : Optional.empty(), all, Optional.empty());
    }

    private static ByteBuf direct(TextTemplate fixed) {
        var bytes = fixed.bytes().bytes();
        return UnpooledByteBufAllocator.DEFAULT.directBuffer(bytes.length).writeBytes(bytes);
    }

    /**
     * Writes all of a request that holds values.
     *
     * @param scratch for its body
     */
    void addTo(Bytes out, UserValues values, Bytes scratch) {
        head.addTo(out, values);
        if (body.isPresent()) {
            scratch.clear();
            body.get().addTo(scratch, values);
            out.add(LENGTH);
            out.add(scratch.length(), 1);
            out.add(TWO_LINE_ENDS);
            out.add(scratch);
        }
    }
}
