package dev.ralbench.http;

import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.WriteStream;
import io.vertx.ext.web.codec.spi.BodyStream;
import org.jspecify.annotations.Nullable;

/** Keeps a body in memory, and refuses one that is too large for that. */
final class LimitedBody implements BodyStream<Buffer> {
    private static final int MOST_BYTES = 16 << 20;

    private final Buffer body = Buffer.buffer();
    private final Promise<Buffer> whole = Promise.promise();

    @Override
    public Future<Buffer> result() {
        return whole.future();
    }

    @Override
    public Future<Void> write(Buffer part) {
        if (body.length() + part.length() > MOST_BYTES) {
            return Future.failedFuture("the body is larger than " + MOST_BYTES + " bytes");
        }
        body.appendBuffer(part);
        return Future.succeededFuture();
    }

    @Override
    public Future<Void> end() {
        whole.tryComplete(body);
        return Future.succeededFuture();
    }

    @Override
    public void handle(Throwable failure) {
        whole.tryFail(failure);
    }

    @Override
    public boolean writeQueueFull() {
        return false;
    }

    @Override
    public WriteStream<Buffer> setWriteQueueMaxSize(int bytes) {
        return this; // nothing is queued
    }

    @Override
    public WriteStream<Buffer> exceptionHandler(@Nullable Handler<Throwable> handler) {
        return this; // write() returns the failure
    }

    @Override
    public WriteStream<Buffer> drainHandler(@Nullable Handler<Void> handler) {
        return this; // the queue is never full
    }
}
