package dev.ralbench.http;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.client.HttpResponse;
import java.util.List;
import java.util.Optional;

/** A whole response. */
public final class Reply {
    /** Most bytes that the head of a response may have, as in most clients; servers and proxies allow 8 to 64 KiB. */
    public static final int MOST_HEAD_BYTES = 64 << 10;

    private final int status;
    private final MultiMap headers;
    private final byte[] body;

    private Reply(int status, MultiMap headers, byte[] body) {
        this.status = status;
        this.headers = headers;
        this.body = body;
    }

    static Reply of(HttpResponse<Buffer> response) {
        var body = Optional.ofNullable(response.body()).map(Buffer::getBytes).orElseGet(() -> new byte[0]);
        return new Reply(response.statusCode(), response.headers(), body);
    }

    public int status() {
        return status;
    }

    /** The first header of that name, in whatever case. */
    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }

    /** All headers of that name, in whatever case. */
    public List<String> headers(String name) {
        return headers.getAll(name);
    }

    public byte[] body() {
        return body.clone();
    }
}
