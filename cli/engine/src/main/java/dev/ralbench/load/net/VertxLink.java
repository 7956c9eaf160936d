package dev.ralbench.load.net;

import dev.ralbench.http.Redirects;
import dev.ralbench.load.Outcome;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.Traffic;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One connection of a user: sends the request and judges the response. Ends with the connection. Vert.x may call back at
 * once, so the listener is always told on the loop's next round; surplus answers in the same bytes are seen before it
 * can send again.
 */
final class VertxLink implements VertxTargetConnection.Owner {
    private final VertxLoop loop;
    private final VertxExchange exchange;
    private final VertxClients clients;
    private final VertxSession session;
    private final ResendingConnection.Listener listener;
    private final Traffic traffic;

    private final VertxTargetConnection home;
    private final VertxDetours detours;
    private ResponseJudge judge;

    private @Nullable Throwable trouble;
    private boolean isWaiting;
    /** The response is there, and the listener not yet told of it. */
    private boolean isComplete;

    /** Whether the server has answered anything on this connection. */
    private boolean hasResponded;

    /** Whether any part of the response is there, be it less than its head. */
    private boolean hasBegun;

    /** Whether it is closed: later bytes are ignored. */
    private boolean isClosed;

    /** Counts requests: events of an earlier one are ignored. */
    private long number;

    /** What is in flight, with its values; redirects lead from it to the step. */
    private RequestTemplate request;

    private Redirects.@Nullable ChainedRequest step;
    private int status;

    VertxLink(
            VertxLoop loop,
            VertxClients clients,
            VertxSession session,
            ResendingConnection.Listener listener,
            Traffic traffic) {
        this.loop = loop;
        this.exchange = loop.exchange();
        this.clients = clients;
        this.session = session;
        this.listener = listener;
        this.request = exchange.workload().first();
        this.judge = new ResponseJudge(request.expect(), false);
        this.traffic = traffic;
        this.home = new VertxTargetConnection(loop, listener, this);
        this.detours = new VertxDetours(exchange, clients, this);
    }

    void open() {
        home.open(clients.home());
    }

    /** Without a request in flight, unrequested bytes came. The next could be mistaken for a response. */
    @Override
    public void troubled(Throwable failure) {
        trouble = failure;
        tellIfBroken(failure);
        if (isComplete || !isWaiting) {
            if (isSurplus(failure)) {
                listener.surplus();
            }
            closeAll();
        }
    }

    /** Whether a working connection brought bytes that no request asked for. With HTTP/2 these can do no harm. */
    private boolean isSurplus(Throwable failure) {
        return !isClosed
                && !exchange.http2()
                && !(failure instanceof Error)
                && VertxFailure.of(failure, null, false).outcome() == Outcome.PROTOCOL_ERROR;
    }

    @Override
    public void responseBegins() {
        hasBegun = true;
    }

    @Override
    public void received(int bytes) {
        if (isInFlight()) {
            traffic.received(bytes);
        }
    }

    @Override
    public void sent(int bytes) {
        if (isInFlight()) {
            traffic.sent(bytes);
        }
    }

    private boolean isInFlight() {
        return isWaiting && !isComplete;
    }

    @Override
    public void leaving() {
        if (isComplete || !isWaiting) {
            closeAll();
        }
    }

    private Redirects.ChainedRequest step() {
        return Objects.requireNonNull(step, "nothing was sent");
    }

    boolean canSend() {
        return !isWaiting && home.usable().isPresent();
    }

    /** Sends the session's present request. */
    void send() {
        isWaiting = true;
        isComplete = false;
        hasBegun = false;
        number++;
        trouble = null;
        status = 0;
        try {
            request = session.request();
            judge = session.judge();
            var first = Redirects.first(exchange.connections().baseUrl(), request);
            step = first;
            home.usable().ifPresentOrElse(open -> take(first, open), () -> failed(null));
        } catch (IllegalArgumentException e) {
            tell(Outcome.CONNECT_FAILED, loop.nanoTime(), FailureText.UNFIT_VALUE);
        }
    }

    private void take(Redirects.ChainedRequest next, HttpClientConnection on) {
        long mine = number;
        status = 0;
        step = next;
        on.request(exchange.to(next, request, session.cookies(next))).onComplete((sent, failure) -> {
            if (!isOurs(mine)) {
                return;
            }
            if (sent == null) {
                failed(failure);
            } else {
                exchange(sent, next, on);
            }
        });
    }

    private void exchange(HttpClientRequest sent, Redirects.ChainedRequest now, HttpClientConnection on) {
        long mine = number;
        sent.authority(exchange.authority(now, request)).response().onComplete((response, failure) -> {
            if (!isOurs(mine)) {
                return;
            }
            if (response == null) {
                failed(failure);
            } else {
                headCame(response, on);
            }
        });
        var body = request.body().filter(text -> now.withBody());
        var unused =
                body.isPresent() ? sent.send(Buffer.buffer(body.get().bytes().bytes())) : sent.send();
    }

    private boolean isOurs(long mine) {
        return isWaiting && mine == number;
    }

    private void headCame(HttpClientResponse response, HttpClientConnection on) {
        long mine = number;
        status = response.statusCode();
        var next = exchange.transfer().followRedirects()
                ? Redirects.next(step(), status, response.getHeader(HttpHeaders.LOCATION))
                : Optional.<Redirects.ChainedRequest>empty();
        boolean isLast = next.isEmpty();
        if (isLast) {
            traffic.firstByteCame(loop.nanoTime());
        }
        session.takeCookies(step(), response.headers());
        if (isLast) {
            judge.headCame(status, response.headers()::getAll);
        }
        response.exceptionHandler(failure -> {
            if (isOurs(mine)) {
                failed(failure);
            }
        });
        response.handler(part -> {
            if (isLast && isOurs(mine)) {
                judge.bodyCame(Unpooled.wrappedBuffer(part.getBytes()), part.length());
            }
        });
        response.endHandler(end -> {
            if (isOurs(mine)) {
                long endNanos = loop.nanoTime();
                if (!staysOpen(response)) {
                    home.drop(on);
                    detours.drop(on);
                }
                next.ifPresentOrElse(this::follow, () -> complete(endNanos));
            }
        });
    }

    private boolean staysOpen(HttpClientResponse response) {
        if (!exchange.connections().keepAlive() || ResponseJudge.endsHttp(response.statusCode())) {
            return false;
        }
        return !HttpHeaderValues.CLOSE.contentEqualsIgnoreCase(response.getHeader(HttpHeaders.CONNECTION));
    }

    /** Follows a redirect in the loop's next round: the connection takes another request only after this response. */
    private void follow(Redirects.ChainedRequest next) {
        long mine = number;
        loop.execute(() -> {
            if (isOurs(mine)) {
                reach(next);
            }
        });
    }

    /** Sends the next request of a redirect, over a new connection if the one to the target has closed. */
    private void reach(Redirects.ChainedRequest next) {
        long mine = number;
        var open = Redirects.sameOrigin(next.url(), exchange.connections().baseUrl())
                ? home.usable()
                : Optional.<HttpClientConnection>empty();
        if (open.isPresent()) {
            take(next, open.get());
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

    private void complete(long endNanos) {
        isComplete = true;
        hasResponded = true;
        traffic.answered(judge.bodyBytes());
        if (home.usable().isEmpty()) {
            closeAll();
        }
        detours.settle();
        session.requests().responded(status);
        var flaw = judge.ends();
        if (flaw.isEmpty()) {
            flaw = session.requests().extract(judge::value);
        }
        var outcome = judge.outcome(flaw);
        judge.forget();
        tell(
                outcome,
                endNanos,
                outcome == Outcome.UNEXPECTED_STATUS ? flaw + Redirects.limitNote(step(), status) : flaw);
    }

    private void failed(@Nullable Throwable failure) {
        tellIfBroken(failure);
        var ended = VertxFailure.of(failure, trouble, status > 0);
        boolean isWithoutResponse = status == 0 && step().count() == 0;
        if (isWithoutResponse && hasResponded && !hasBegun && ended.isOfConnection()) {
            closeAll();
            tell(() -> listener.closedWhileIdle(ended.detail()));
            return;
        }
        boolean isReset = ended.outcome() == Outcome.RESET;
        end(
                ended.outcome(),
                isWithoutResponse && !hasResponded && isReset
                        ? FailureText.ofClosed(ended.detail(), exchange.tls())
                        : ended.detail());
    }

    /** The request failed and the connection cannot be used any more. */
    private void end(Outcome outcome, String detail) {
        long endNanos = loop.nanoTime();
        closeAll();
        tell(outcome, endNanos, detail);
    }

    private void tell(Outcome outcome, long endNanos, String detail) {
        tell(() -> listener.ended(outcome, endNanos, detail));
    }

    /** Tells the listener how the request ended, in the loop's next round. */
    private void tell(Runnable news) {
        long mine = number;
        loop.execute(() -> {
            if (isOurs(mine)) {
                isWaiting = false;
                news.run();
            }
        });
    }

    private void tellIfBroken(@Nullable Throwable failure) {
        if (failure instanceof Error error) {
            loop.execute(() -> listener.broke(error));
        }
    }

    /** Closes the connection; the listener hears nothing more of it. */
    void giveUp() {
        isWaiting = false;
        closeAll();
    }

    private void closeAll() {
        isClosed = true;
        home.close();
        detours.close();
    }
}
