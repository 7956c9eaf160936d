package dev.ralbench.load.net;

import dev.ralbench.load.Outcome;
import dev.ralbench.load.RequestSender.ConnectionListener;
import dev.ralbench.load.RequestTemplate;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.Http2Exception;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpVersion;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One connection of a user: sends the request and judges the response. Ends with the connection. Vert.x may call back at
 * once, so the listener is always told on the loop's next round; surplus answers in the same bytes are seen before it
 * can send again.
 */
final class VertxLink {
    private static final String NO_HTTP_2 = "server does not speak HTTP/2";

    private final VertxLoop loop;
    private final VertxExchange exchange;
    private final HttpClientAgent client;
    private final ConnectionListener listener;
    private final RequestTemplate.Expectation expect;
    private final VertxDetours detours;
    /** Only where the scenario looks into bodies. */
    private final @Nullable ElementCheck elements;

    private @Nullable HttpClientConnection connection;
    private @Nullable Throwable trouble;
    private boolean connecting;
    private boolean waiting;
    /** The response is there, and the listener not yet told of it. */
    private boolean answered;

    /** Counts requests: what comes of an earlier one is nobody's. */
    private long number;

    private Redirects.Step step;
    private int status;
    private long bodyBytes;

    VertxLink(VertxLoop loop, HttpClientAgent client, ConnectionListener listener) {
        this.loop = loop;
        this.exchange = loop.exchange();
        this.client = client;
        this.listener = listener;
        this.expect = exchange.request().expect();
        this.step = Redirects.first(exchange);
        this.detours = new VertxDetours(exchange, client);
        this.elements = expect.elements().isEmpty() ? null : new ElementCheck(expect.elements());
    }

    void open() {
        connecting = true;
        // Each phase has the whole time by Vert.x's own limits; settings of HTTP/2 that never come have none.
        loop.schedule(
                loop.nanoTime() + 2 * exchange.connections().connectTimeout().toNanos(),
                () -> failedToConnect("no connection in time"));
        client.connect(exchange.connectTo(exchange.firstUrl())).onComplete((opened, failure) -> {
            if (opened != null) {
                watch(opened);
            }
            loop.execute(() -> connected(opened, failure));
        });
    }

    private void watch(HttpClientConnection opened) {
        connection = opened;
        opened.closeHandler(closed -> connection = null);
        if (opened.protocolVersion() == HttpVersion.HTTP_2) {
            opened.goAwayHandler(goAway -> connection = null); // the request in flight is still answered
        }
        opened.exceptionHandler(this::troubled);
    }

    /** With nothing in flight it is about bytes that nobody asked for: what comes next could not be told from an answer. */
    private void troubled(Throwable failure) {
        trouble = failure;
        if (answered || !waiting) {
            closeAll();
        }
    }

    private void connected(@Nullable HttpClientConnection opened, @Nullable Throwable failure) {
        if (!connecting) {
            close(opened);
        } else if (opened == null) {
            failedToConnect(reason(failure));
        } else if (exchange.http2() && opened.protocolVersion() != HttpVersion.HTTP_2) {
            close(opened);
            failedToConnect(NO_HTTP_2);
        } else {
            connecting = false;
            listener.connected();
        }
    }

    private String reason(@Nullable Throwable failure) {
        boolean isOther = exchange.http2() && failure instanceof Http2Exception;
        return isOther ? NO_HTTP_2 : FailureText.of(failure);
    }

    private void failedToConnect(String reason) {
        if (connecting) {
            connecting = false;
            listener.connectFailed(reason);
        }
    }

    boolean canSend() {
        return connection != null && !connecting && !waiting;
    }

    void send() {
        waiting = true;
        answered = false;
        number++;
        trouble = null;
        step = Redirects.first(exchange);
        var open = connection;
        if (open == null) {
            end(Outcome.RESET, "closed before the response");
        } else {
            take(step, open);
        }
    }

    private void take(Redirects.Step next, HttpClientConnection on) {
        long mine = number;
        status = 0;
        bodyBytes = 0;
        step = next;
        on.request(exchange.to(next.url(), next.method())).onComplete((request, failure) -> {
            if (!isOurs(mine)) {
                return;
            }
            if (request == null) {
                failed(failure);
            } else {
                exchange(request, next, mine);
            }
        });
    }

    private void exchange(HttpClientRequest request, Redirects.Step now, long mine) {
        request.response().onComplete((response, failure) -> {
            if (!isOurs(mine)) {
                return;
            }
            if (response == null) {
                failed(failure);
            } else {
                headCame(response, mine);
            }
        });
        var body = now.withBody() ? exchange.body() : Optional.<Buffer>empty();
        var unused = body.isPresent() ? request.send(body.get()) : request.send();
    }

    private boolean isOurs(long mine) {
        return waiting && mine == number;
    }

    private void headCame(HttpClientResponse response, long mine) {
        status = response.statusCode();
        var next = exchange.transfer().followRedirects()
                ? Redirects.next(step, status, response.getHeader(HttpHeaders.LOCATION))
                : Optional.<Redirects.Step>empty();
        boolean isLast = next.isEmpty();
        if (isLast && elements != null && status == expect.status()) {
            elements.bodyBegins();
        }
        response.exceptionHandler(failure -> {
            if (isOurs(mine)) {
                failed(failure);
            }
        });
        response.handler(part -> {
            if (isLast && isOurs(mine)) {
                bodyCame(part);
            }
        });
        response.endHandler(end -> {
            if (isOurs(mine)) {
                next.ifPresentOrElse(this::follow, () -> complete(staysOpen(response)));
            }
        });
    }

    private void bodyCame(Buffer part) {
        bodyBytes += part.length();
        if (elements != null) {
            elements.received(Unpooled.wrappedBuffer(part.getBytes()));
        }
    }

    private static boolean staysOpen(HttpClientResponse response) {
        if (response.version() == HttpVersion.HTTP_2) {
            return true;
        }
        var persistence = response.getHeader(HttpHeaders.CONNECTION);
        return response.version() == HttpVersion.HTTP_1_1
                ? !"close".equalsIgnoreCase(persistence)
                : "keep-alive".equalsIgnoreCase(persistence);
    }

    private void follow(Redirects.Step next) {
        long mine = number;
        if (VertxExchange.sameOrigin(next.url(), exchange.connections().baseUrl())) {
            // On the next round: a connection is ready for the next request only when it has dealt with this response.
            loop.execute(() -> {
                var open = connection;
                if (!isOurs(mine)) {
                    return;
                }
                if (open == null) {
                    end(Outcome.RESET, "closed between redirects");
                } else {
                    take(next, open);
                }
            });
            return;
        }
        detours.to(next.url()).onComplete((other, failure) -> {
            if (!isOurs(mine)) {
                return;
            }
            if (other == null) {
                end(Outcome.CONNECT_FAILED, "redirected: " + FailureText.of(failure));
            } else {
                take(next, other);
            }
        });
    }

    private void complete(boolean staysOpen) {
        long endNanos = loop.nanoTime();
        answered = true;
        if (!staysOpen || !exchange.connections().keepAlive()) {
            closeAll();
        }
        if (status != expect.status()) {
            tell(Outcome.UNEXPECTED_STATUS, endNanos, "status " + status);
            return;
        }
        var flaw = ResponseHandler.bodyFlaw(expect, bodyBytes, elements);
        tell(flaw.isEmpty() ? Outcome.OK : Outcome.UNEXPECTED_BODY, endNanos, flaw);
    }

    private void failed(@Nullable Throwable failure) {
        var ended = VertxFailure.of(failure, trouble, status > 0);
        end(ended.outcome(), ended.detail());
    }

    /** The request failed and the connection cannot be used any more. */
    private void end(Outcome outcome, String detail) {
        long endNanos = loop.nanoTime();
        closeAll();
        tell(outcome, endNanos, detail);
    }

    private void tell(Outcome outcome, long endNanos, String detail) {
        long mine = number;
        loop.execute(() -> {
            if (isOurs(mine)) {
                waiting = false;
                listener.ended(outcome, endNanos, detail);
            }
        });
    }

    /** Closes the connection; the listener hears nothing more of it. */
    void giveUp() {
        connecting = false;
        waiting = false;
        closeAll();
    }

    private void closeAll() {
        close(connection);
        connection = null;
        detours.close();
    }

    private static void close(@Nullable HttpClientConnection open) {
        if (open != null) {
            var unused = open.close();
        }
    }
}
