package dev.ralbench.load.net;

import dev.ralbench.http.ResponseFilter;
import dev.ralbench.load.Outcome;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.RequestTemplate.Expectation;
import dev.ralbench.load.Traffic;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One open connection: sends the request and judges the response. Ends with the connection. */
final class ResponseHandler extends ChannelInboundHandlerAdapter {
    private final NettyLoop loop;
    private final ResendingConnection.Listener listener;
    private final HttpUser user;
    private final Traffic traffic;
    /** By the request's position, made when first needed. */
    private final @Nullable ResponseJudge[] judges;
    /** Of a replay, whose requests expect what was answered before; a user has one expectation for each status. */
    private final Map<Expectation, ResponseJudge> replayJudges;

    /** That of the present request. */
    private ResponseJudge judge;

    private RequestTemplate request;

    private @Nullable HttpCodec codec;
    private @Nullable Channel channel;
    private boolean isWaiting;
    /** Whether to ignore further bytes: the request was given up, or they were already reported as surplus. */
    private boolean isSettled;

    /** Whether the server has answered anything on this connection. */
    private boolean hasResponded;

    /** Whether a part of a response has come since the request was sent. */
    private boolean hasBegun;

    /** Whether an interim response has ended in the present read. */
    private boolean hasSeenInterim;

    private boolean keepAlive;
    private int status;
    /** A complete response that the listener has not yet been told of. */
    private @Nullable Outcome completed;

    private String completedDetail = "";
    private long completedNanos;

    /** @param user whose requests it sends */
    ResponseHandler(NettyLoop loop, HttpUser user, ResendingConnection.Listener listener, Traffic traffic) {
        this.loop = loop;
        this.listener = listener;
        this.traffic = traffic;
        this.user = user;
        this.request = loop.exchange().workload().first();
        this.replayJudges = loop.exchange().workload().replay().isPresent() ? new IdentityHashMap<>() : Map.of();
        this.judges = new ResponseJudge[loop.exchange().workload().allSteps().size()];
        this.judge = ResponseJudge.of(loop.exchange().workload().steps().getFirst());
        this.judges[0] = judge;
    }

    void opened(Channel openChannel, HttpCodec itsCodec) {
        channel = openChannel;
        codec = itsCodec;
    }

    boolean canSend() {
        return channel != null && codec != null && channel.isActive() && !isWaiting && codec.takesRequests();
    }

    void send() {
        if (channel == null || codec == null) {
            throw new IllegalStateException("the connection is not open");
        }
        isWaiting = true;
        hasBegun = false;
        hasSeenInterim = false;
        status = 0;
        request = user.requests().step().request();
        judge = judge();
        try {
            user.encode();
        } catch (IllegalArgumentException e) {
            loop.execute(this::cannotSend);
            return;
        }
        codec.send(channel);
    }

    private void cannotSend() {
        if (isWaiting) {
            isWaiting = false;
            listener.ended(Outcome.CONNECT_FAILED, loop.nanoTime(), FailureText.UNFIT_VALUE);
        }
    }

    private ResponseJudge judge() {
        if (loop.exchange().workload().replay().isPresent()) {
            return replayJudges.computeIfAbsent(
                    user.requests().expect(),
                    expect -> ResponseJudge.of(user.requests().step(), expect));
        }
        var known = judges[user.requests().current()];
        if (known == null) {
            known = ResponseJudge.of(user.requests().step());
            judges[user.requests().current()] = known;
        }
        return known;
    }

    /** Closes the connection; the listener hears nothing more of it. */
    void giveUp() {
        completed = null;
        isWaiting = false;
        isSettled = true;
        closeChannel();
    }

    private void closeChannel() {
        var open = channel;
        channel = null;
        if (open != null && codec != null) {
            codec.close(open);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        try {
            if (isWaiting && message instanceof HttpObject part) {
                received(part);
            } else {
                surplusCame();
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private void received(HttpObject part) {
        if (part.decoderResult().isFailure()) {
            end(
                    Outcome.PROTOCOL_ERROR,
                    "not HTTP: " + FailureText.of(part.decoderResult().cause()));
            return;
        }
        if (part instanceof HttpResponse response) {
            headCame(response.status().code(), HttpUtil.isKeepAlive(response), response.headers()::getAll);
        }
        if (part instanceof HttpContent content) {
            bodyCame(content.content(), content.content().readableBytes());
        }
        if (part instanceof LastHttpContent) {
            if (ResponseFilter.isInterim(status)) {
                status = 0; // the response itself is still to come
                hasSeenInterim = true;
                traffic.forgetFirstByte();
            } else {
                complete();
            }
        }
    }

    /** So many bytes came, of whatever. */
    void bytesCame(int count) {
        if (isWaiting) {
            traffic.received(count);
        }
    }

    /** So many bytes are written, of whatever. */
    void bytesSent(int count) {
        if (isWaiting) {
            traffic.sent(count);
        }
    }

    /** A part of a response came, however small: from then on the server has seen the request. */
    void responseBegins() {
        hasBegun = true;
    }

    /**
     * All bytes of one read are decoded, some of the response to the present request among them. The clock is read here if
     * more of it is to come; a response that came at once needs no second look at the clock.
     */
    void partCame() {
        if (isWaiting && !traffic.hasFirstByte()) {
            noteFirstByte();
        }
    }

    private void noteFirstByte() {
        if (!hasSeenInterim || status > 0) {
            traffic.firstByteCame(loop.nanoTime());
        }
        hasSeenInterim = false;
    }

    /** Whether the present request is one whose responses have no body, whatever they say of its length. */
    boolean isHead() {
        return request.method().equals("HEAD");
    }

    /** Whether a request is in flight and nothing of its response is there. */
    boolean awaitsHead() {
        return isWaiting && status == 0;
    }

    boolean isWaiting() {
        return isWaiting;
    }

    long nanoTime() {
        return loop.nanoTime();
    }

    /** Whether the response has the body whose length it says: those to HEAD and those without a change do not. */
    boolean expectsBody() {
        return !isHead() && status != HttpResponseStatus.NOT_MODIFIED.code();
    }

    /** Bytes that no request asked for: the next bytes would look like a response. */
    void surplusCame() {
        if (!isSettled) {
            isSettled = true;
            listener.surplus();
        }
        closeChannel();
    }

    /** @param headers by their names, as far as any are looked at; read within the same round of the loop */
    void headCame(int newStatus, boolean isPersistent, Function<String, List<String>> headers) {
        status = newStatus;
        keepAlive = isPersistent && loop.exchange().keepAlive() && !ResponseJudge.endsHttp(newStatus);
        if (!ResponseFilter.isInterim(newStatus)) {
            user.takeCookies(headers);
        }
        judge.headCame(newStatus, headers);
    }

    /** The next so many readable bytes are of the body; the reader index stays where it is. */
    void bodyCame(ByteBuf bytes, int length) {
        judge.bodyCame(bytes, length);
    }

    /** Ends the request once all of its response has arrived, and decides on the outcome. */
    void complete() {
        completedNanos = loop.nanoTime();
        isWaiting = false;
        hasResponded = true;
        traffic.answered(judge.bodyBytes());
        user.requests().responded(status);
        completedDetail = judge.ends();
        if (completedDetail.isEmpty() && !user.requests().step().extractions().isEmpty()) {
            completedDetail = user.requests().extract(judge::value);
        }
        completed = judge.outcome(completedDetail);
        judge.forget();
        if (!keepAlive) {
            closeChannel();
        }
    }

    /** Ends the request, whose response will not come; the connection stays. Only while one is waited for. */
    void failed(Outcome outcome, String detail) {
        completedNanos = loop.nanoTime();
        isWaiting = false;
        hasResponded = true;
        completed = outcome;
        completedDetail = detail;
        if (!loop.exchange().keepAlive()) {
            closeChannel();
        }
    }

    /** The server takes no more requests; the one in flight, if any, is still answered. */
    void leaving() {
        if (!isWaiting) {
            closeChannel();
        }
    }

    /** The server ends the connection, and will not answer the request in flight. */
    void refused() {
        if (wasIdle()) {
            closedWhileIdle(closedBefore());
        } else if (isWaiting) {
            end(Outcome.RESET, status == 0 ? closedBefore() : closedWithin());
        }
    }

    /** The connection's bytes make no sense. */
    void broken(String detail) {
        if (isWaiting) {
            end(Outcome.PROTOCOL_ERROR, detail);
        } else {
            closeChannel();
        }
    }

    /**
     * Tells of the response only when the bytes that came with it are decoded: the listener sends the next request at
     * once, and a surplus response in the same bytes would be taken for its response.
     */
    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        tell();
    }

    /** Tells the listener of a response that is there as a whole, if one is. */
    void tell() {
        var outcome = completed;
        if (outcome != null) {
            completed = null;
            listener.ended(outcome, completedNanos, completedDetail);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        tell();
        refused();
        channel = null;
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (cause instanceof Error error) {
            listener.broke(error);
        }
        if (wasIdle() && FailureText.isOfClose(cause)) {
            closedWhileIdle(words(cause));
        } else if (isWaiting) {
            end(FailureText.isOfNetwork(cause) ? Outcome.RESET : Outcome.PROTOCOL_ERROR, words(cause));
        } else {
            closeChannel();
        }
    }

    /** Whether the request in flight was sent on a connection that may have been closed before. */
    private boolean wasIdle() {
        return isWaiting && hasResponded && !hasBegun;
    }

    private void closedWhileIdle(String detail) {
        giveUp();
        listener.closedWhileIdle(detail);
    }

    private String words(Throwable cause) {
        return hasResponded || status > 0
                ? FailureText.of(cause)
                : FailureText.withoutResponse(cause, loop.exchange().tls());
    }

    private String closedBefore() {
        var words = "closed before the response" + reasonOfClose();
        return hasResponded
                ? words
                : FailureText.ofClosed(words, loop.exchange().tls());
    }

    private String closedWithin() {
        return "closed within the response" + reasonOfClose();
    }

    private String reasonOfClose() {
        return codec == null ? "" : codec.reasonOfClose();
    }

    /** The request failed and the connection cannot be used any more. */
    private void end(Outcome outcome, String detail) {
        long endNanos = loop.nanoTime();
        giveUp();
        listener.ended(outcome, endNanos, detail);
    }
}
