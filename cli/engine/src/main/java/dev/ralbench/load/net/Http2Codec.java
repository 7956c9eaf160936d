package dev.ralbench.load.net;

import dev.ralbench.http.Reply;
import dev.ralbench.http.ResponseFilter;
import dev.ralbench.load.Outcome;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http2.DefaultHttp2FrameReader;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameAdapter;
import io.netty.handler.codec.http2.Http2FrameReader;
import io.netty.handler.codec.http2.Http2FrameTypes;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import io.netty.util.concurrent.ScheduledFuture;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/2 on one connection, one stream at a time (RFC 9113). Netty's reader takes the frames apart; what they mean for a
 * single stream is decided here, because Netty's own connection keeps objects per stream, priorities and queues that cost
 * more than the request.
 */
final class Http2Codec extends ByteToMessageDecoder implements HttpCodec {
    private static final String NO_HTTP_2 = "server does not speak HTTP/2";
    /** Bytes that the server may send before it has to wait for this side: more than it can send in a round trip. */
    private static final int WINDOW = 16 << 20;

    /** A body up to this length is copied next to the headers: one buffer costs less than two. */
    private static final int SHORT_BODY = 4096;

    private static final int DEFAULT_WINDOW = Http2CodecUtil.DEFAULT_WINDOW_SIZE;
    private static final int LARGEST_WINDOW = Http2CodecUtil.MAX_INITIAL_WINDOW_SIZE;
    private static final int END_STREAM = new Http2Flags().endOfStream(true).value();
    private static final int ACK = new Http2Flags().ack(true).value();

    private final Http2Users.User user;
    private final ResponseHandler handler;
    private final ResponseHeaders headers;
    /** Made when first needed. They must not replace the headers, which are read when the response is whole. */
    private @Nullable ResponseHeaders trailers;

    private final Http2FrameReader reader;
    private final Http2FrameAdapter frames = new Frames();

    private @Nullable ChannelHandlerContext context;
    /** Done when the server has said its settings. */
    private @Nullable Promise<Void> started;

    private @Nullable ScheduledFuture<?> limit;
    private boolean hasGreeted;
    /** Whether the beginning of the server's first frame has come; and the whole of it. */
    private boolean hasBegun;

    private boolean hasSettings;
    private boolean hasSaidGoodbye;
    private boolean needsFlush;
    /** Whether the server takes no further streams. */
    private boolean isLeaving;

    private String reasonOfClose = "";

    private boolean hasSent;
    private boolean usesTable = true;
    /** Whether the server knows that this side uses its table no more. */
    private boolean hasSaidNoTable;

    private int nextStream;
    /** The last one that was opened. */
    private int stream;
    /** Whether more of the stream's response is to come. */
    private boolean isAwaited;

    private boolean hasHead;
    /** Whether the response says the length of its body, and so many bytes of it are still to come. */
    private boolean hasLength;

    private long lengthLeft;
    private int bodySent;
    private boolean isSending;
    /** What the server takes of all streams, and of this one: less than zero if it took some of that back. */
    private long connectionWindow = DEFAULT_WINDOW;

    private long streamWindow;
    private int initialWindow = DEFAULT_WINDOW;
    /** Bytes that came, and that the server does not yet know to be taken. */
    private int connectionTaken;

    private int streamTaken;

    Http2Codec(Http2Users.User user, ResponseHandler handler) {
        this(user, handler, 1);
    }

    /** @param firstStream number of the first stream: odd */
    Http2Codec(Http2Users.User user, ResponseHandler handler, int firstStream) {
        this.user = user;
        this.handler = handler;
        this.nextStream = firstStream;
        this.headers = new ResponseHeaders(user.exchange().headers());
        this.reader = new DefaultHttp2FrameReader(new DefaultHttp2HeadersDecoder(true, Reply.MOST_HEAD_BYTES) {
            @Override
            protected Http2Headers newHeaders() {
                return hasHead ? trailers().cleared() : headers.cleared();
            }
        });
    }

    private ResponseHeaders trailers() {
        var known = trailers;
        if (known == null) {
            known = new ResponseHeaders(Set.of());
            trailers = known;
        }
        return known;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
        started = added.executor().newPromise();
    }

    @Override
    protected void handlerRemoved0(ChannelHandlerContext removed) {
        reader.close();
    }

    private ChannelHandlerContext context() {
        return Objects.requireNonNull(context, "not in a pipeline");
    }

    private Promise<Void> started() {
        return Objects.requireNonNull(started, "not in a pipeline");
    }

    @Override
    public Future<?> start(Channel channel, long deadlineNanos) {
        var tls = channel.pipeline().get(SslHandler.class);
        if (tls != null && !ApplicationProtocolNames.HTTP_2.equals(tls.engine().getApplicationProtocol())) {
            failToStart(new DecoderException(NO_HTTP_2));
        } else if (!started().isDone()) { // it may be: settings can come with the end of the handshake
            greet();
            flush();
            limit = channel.eventLoop()
                    .schedule(
                            () -> failToStart(new ConnectTimeoutException()),
                            deadlineNanos - handler.nanoTime(),
                            TimeUnit.NANOSECONDS);
        }
        return started();
    }

    private void failToStart(Throwable cause) {
        if (!started().isDone()) {
            cancelLimit();
            started().tryFailure(cause);
            var unused = context().close(); // last: what is not yet written then fails as well
        }
    }

    private void cancelLimit() {
        if (limit != null) {
            limit.cancel(false);
            limit = null;
        }
    }

    /** The first bytes of this side: nothing may go before them. */
    private void greet() {
        if (hasGreeted) {
            return;
        }
        hasGreeted = true;
        var settings = new Http2Settings()
                .pushEnabled(false)
                .initialWindowSize(WINDOW)
                .maxHeaderListSize(Reply.MOST_HEAD_BYTES);
        var preface = Http2CodecUtil.connectionPrefaceBuf();
        var out = context().alloc().directBuffer().writeBytes(preface);
        preface.release();
        Http2Request.frame(out, settings.size() * Http2CodecUtil.SETTING_ENTRY_LENGTH, Http2FrameTypes.SETTINGS, 0, 0);
        settings.forEach((id, value) -> out.writeShort(id).writeInt(value.intValue()));
        windowUpdate(out, 0, WINDOW - DEFAULT_WINDOW);
        write(out);
    }

    private static void windowUpdate(ByteBuf out, int stream, int bytes) {
        Http2Request.frame(out, Integer.BYTES, Http2FrameTypes.WINDOW_UPDATE, 0, stream);
        out.writeInt(bytes);
    }

    private void write(ByteBuf bytes) {
        greet();
        handler.bytesSent(bytes.readableBytes());
        needsFlush = true;
        // The void promise costs nothing; a failed write arrives in exceptionCaught.
        var unused = context().write(bytes, context().voidPromise());
    }

    private void flush() {
        if (needsFlush) {
            needsFlush = false;
            context().flush();
        }
    }

    /** A frame of four bytes. */
    private void write(byte type, int ofStream, int payload) {
        var out = context().alloc().directBuffer(Http2Request.FRAME_HEAD + Integer.BYTES);
        Http2Request.frame(out, Integer.BYTES, type, 0, ofStream);
        write(out.writeInt(payload));
    }

    @Override
    public boolean takesRequests() {
        return !isLeaving && nextStream > 0;
    }

    @Override
    public void send(Channel channel) {
        stream = nextStream;
        nextStream += 2;
        isAwaited = true;
        hasHead = false;
        streamTaken = 0;
        streamWindow = initialWindow;
        bodySent = 0;
        int body = user.encoded().body().readableBytes();
        isSending = body > 0;
        boolean isShort = isSending && body <= SHORT_BODY && body <= sendable();
        var next = headers();
        var out = channel.alloc().directBuffer(next.length() + (isShort ? Http2Request.FRAME_HEAD + body : 0));
        next.writeTo(out, stream);
        if (isShort) {
            Http2Request.frame(out, body, Http2FrameTypes.DATA, END_STREAM, stream);
            out.writeBytes(user.encoded().body(), 0, body);
            sent(body);
        }
        write(out);
        sendBody();
        flush();
    }

    private Http2Request.Headers headers() {
        var request = user.encoded();
        if (usesTable) {
            var headers = hasSent ? request.later() : request.first();
            hasSent = true;
            return headers;
        }
        var headers = hasSaidNoTable ? request.withoutTable() : request.firstWithoutTable();
        hasSaidNoTable = true;
        return headers;
    }

    /** Bytes of the body that the server takes now. */
    private long sendable() {
        return Math.min(connectionWindow, streamWindow);
    }

    private void sent(int bytes) {
        bodySent += bytes;
        connectionWindow -= bytes;
        streamWindow -= bytes;
        isSending = bodySent < user.encoded().body().readableBytes();
    }

    /** As much of the body as the server takes; its later WINDOW_UPDATE goes on with it. */
    private void sendBody() {
        while (isSending && sendable() > 0) {
            int left = user.encoded().body().readableBytes() - bodySent;
            int length = (int) Math.min(Math.min(left, Http2Request.FRAME_BYTES), sendable());
            var head = context().alloc().directBuffer(Http2Request.FRAME_HEAD);
            Http2Request.frame(head, length, Http2FrameTypes.DATA, length == left ? END_STREAM : 0, stream);
            write(head);
            write(Unpooled.unreleasableBuffer(user.encoded().body().slice(bodySent, length)));
            sent(length);
        }
    }

    @Override
    public void close(Channel channel) {
        if (channel.isActive() && hasSettings) {
            goAway(Http2Error.NO_ERROR);
        }
        var unused = channel.close();
    }

    /** Belongs to no request, so it is not counted as one's bytes; a failure of it changes nothing. */
    private void goAway(Http2Error error) {
        if (hasSaidGoodbye) {
            return;
        }
        hasSaidGoodbye = true;
        var out = context().alloc().directBuffer(Http2Request.FRAME_HEAD + 2 * Integer.BYTES);
        Http2Request.frame(out, 2 * Integer.BYTES, Http2FrameTypes.GO_AWAY, 0, 0);
        var unused = context().writeAndFlush(out.writeInt(0).writeInt((int) error.code()));
    }

    @Override
    public String reasonOfClose() {
        return reasonOfClose;
    }

    @Override
    public void channelRead(ChannelHandlerContext of, Object message) throws Exception {
        if (message instanceof ByteBuf bytes) {
            handler.bytesCame(bytes.readableBytes());
        }
        super.channelRead(of, message);
        if (hasHead) {
            handler.partCame();
        }
    }

    @Override
    protected void decode(ChannelHandlerContext of, ByteBuf bytes, List<Object> out) {
        try {
            if (!hasBegun && !beginsWithSettings(bytes)) {
                return;
            }
            hasBegun = true;
            reader.readFrame(of, bytes, frames);
        } catch (Http2Exception.StreamException e) {
            streamIsBroken(e);
        } catch (Http2Exception e) {
            bytes.skipBytes(bytes.readableBytes());
            isBroken(e);
        }
    }

    /** Whether enough is there, and it is the frame that each server has to send first. */
    private static boolean beginsWithSettings(ByteBuf bytes) throws Http2Exception {
        if (bytes.readableBytes() < Http2Request.FRAME_HEAD) {
            return false;
        }
        int at = bytes.readerIndex();
        boolean isAck = (bytes.getByte(at + 4) & ACK) != 0;
        if (bytes.getByte(at + 3) != Http2FrameTypes.SETTINGS || isAck) {
            throw new Http2Exception(Http2Error.PROTOCOL_ERROR, "no settings");
        }
        return true;
    }

    private void isBroken(Http2Exception cause) {
        if (!hasSettings) {
            failToStart(new DecoderException(NO_HTTP_2));
            return;
        }
        isLeaving = true;
        goAway(cause.error());
        handler.broken("not HTTP: " + cause.getMessage());
    }

    private void streamIsBroken(Http2Exception.StreamException cause) {
        if (isAwaited && cause.streamId() == stream) {
            write(Http2FrameTypes.RST_STREAM, stream, (int) cause.error().code());
            fail(Outcome.PROTOCOL_ERROR, "not HTTP: " + cause.getMessage());
        }
    }

    private void fail(Outcome outcome, String detail) {
        isAwaited = false;
        isSending = false;
        handler.failed(outcome, detail);
        leaveIfTold();
    }

    private void leaveIfTold() {
        if (isLeaving) {
            handler.leaving();
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext of) throws Exception {
        if (hasSettings && !started().isDone()) {
            decideStart();
        }
        super.channelReadComplete(of); // may send the next request, with all that is not yet flushed
        flush();
    }

    /** All that the server says at first has come: it may take back what its settings allow. */
    private void decideStart() {
        if (isLeaving) {
            failToStart(new DecoderException("server takes no requests" + reasonOfClose));
        } else {
            cancelLimit();
            started().trySuccess(null);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext of) throws Exception {
        failToStart(new IOException("closed while the connection was set up"));
        super.channelInactive(of);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext of, Throwable cause) {
        if (started().isDone() || cause instanceof Error) {
            of.fireExceptionCaught(cause);
        } else {
            failToStart(cause);
        }
    }

    private static Http2Exception violation(Http2Error error, String words) {
        return Http2Exception.connectionError(error, words);
    }

    private Http2Exception malformed(String words) {
        return Http2Exception.streamError(stream, Http2Error.PROTOCOL_ERROR, words);
    }

    /** What frames mean. Those of earlier streams say nothing: their requests have ended. */
    private final class Frames extends Http2FrameAdapter {
        /** Whether the frame is of the response that is awaited. */
        private boolean isOfResponse(int of) throws Http2Exception {
            if (of > stream || of % 2 == 0) {
                throw violation(Http2Error.PROTOCOL_ERROR, "a frame of a stream that was not opened");
            }
            return isAwaited && of == stream;
        }

        @Override
        public void onHeadersRead(
                ChannelHandlerContext of,
                int ofStream,
                Http2Headers read,
                int dependency,
                short weight,
                boolean isExclusive,
                int padding,
                boolean isEnd)
                throws Http2Exception {
            onHeadersRead(of, ofStream, read, padding, isEnd);
        }

        @Override
        public void onHeadersRead(ChannelHandlerContext of, int ofStream, Http2Headers read, int padding, boolean isEnd)
                throws Http2Exception {
            if (!isOfResponse(ofStream)) {
                return;
            }
            handler.responseBegins();
            if (hasHead) {
                if (!isEnd || trailers().hasStatus()) {
                    throw malformed("a second head of the response");
                }
            } else if (!headCame(isEnd)) {
                return;
            }
            if (isEnd) {
                ended();
            }
        }

        /** Whether it is the head of the response, and not of one before it. */
        private boolean headCame(boolean isEnd) throws Http2Exception {
            int status = headers.statusCode();
            if (status < 0) {
                throw malformed("no status");
            }
            if (ResponseFilter.isInterim(status)) {
                if (isEnd) {
                    throw malformed("the response ends with status " + status);
                }
                return false;
            }
            hasHead = true;
            hasLength = headers.hasContentLength();
            lengthLeft = headers.contentLength();
            handler.headCame(status, true, headers);
            return true;
        }

        @Override
        public int onDataRead(ChannelHandlerContext of, int ofStream, ByteBuf data, int padding, boolean isEnd)
                throws Http2Exception {
            int length = data.readableBytes();
            boolean isOurs = isOfResponse(ofStream);
            take(length + padding, isOurs && !isEnd);
            if (!isOurs) {
                return 0;
            }
            if (!hasHead) {
                throw malformed("a body before the head of the response");
            }
            lengthLeft -= length;
            if (hasLength && lengthLeft < 0) {
                throw malformed("the body is longer than its content-length");
            }
            if (length > 0) {
                handler.bodyCame(data, length);
            }
            if (isEnd) {
                ended();
            }
            return 0;
        }

        private void take(int bytes, boolean goesOn) {
            connectionTaken += bytes;
            if (connectionTaken >= WINDOW / 2) {
                write(Http2FrameTypes.WINDOW_UPDATE, 0, connectionTaken);
                connectionTaken = 0;
            }
            streamTaken += bytes;
            if (goesOn && streamTaken >= WINDOW / 2) {
                write(Http2FrameTypes.WINDOW_UPDATE, stream, streamTaken);
                streamTaken = 0;
            }
        }

        private void ended() throws Http2Exception {
            if (hasLength && lengthLeft > 0 && handler.expectsBody()) {
                throw malformed("the body is shorter than its content-length");
            }
            isAwaited = false;
            if (isSending) { // the server has answered without the rest of the body, which no other stream may wait for
                isSending = false;
                write(Http2FrameTypes.RST_STREAM, stream, (int) Http2Error.CANCEL.code());
            }
            handler.complete();
            leaveIfTold();
        }

        @Override
        public void onRstStreamRead(ChannelHandlerContext of, int ofStream, long error) throws Http2Exception {
            if (isOfResponse(ofStream)) {
                fail(Outcome.RESET, "stream reset, code " + error);
            }
        }

        @Override
        public void onSettingsRead(ChannelHandlerContext of, Http2Settings settings) throws Http2Exception {
            hasSettings = true;
            var window = settings.initialWindowSize();
            if (window != null) {
                if (isAwaited) {
                    streamWindow += window - initialWindow;
                    checkWindow(streamWindow);
                }
                initialWindow = window;
            }
            var table = settings.headerTableSize();
            if (table != null && table < Http2CodecUtil.DEFAULT_HEADER_TABLE_SIZE && usesTable) {
                usesTable = false;
            }
            var ack = of.alloc().directBuffer(Http2Request.FRAME_HEAD);
            Http2Request.frame(ack, 0, Http2FrameTypes.SETTINGS, ACK, 0);
            write(ack);
            var streams = settings.maxConcurrentStreams();
            if (streams != null && streams == 0) {
                leave("its limit of concurrent streams is 0");
            }
            sendBody();
        }

        /** The server takes no further requests; one in flight goes on. */
        private void leave(String reason) {
            isLeaving = true;
            reasonOfClose = reason.isEmpty() ? "" : ": " + reason;
            if (started().isDone()) {
                handler.leaving();
            }
        }

        @Override
        public void onPingRead(ChannelHandlerContext of, long data) {
            var out = of.alloc().directBuffer(Http2Request.FRAME_HEAD + Long.BYTES);
            Http2Request.frame(out, Long.BYTES, Http2FrameTypes.PING, ACK, 0);
            write(out.writeLong(data));
        }

        @Override
        public void onPushPromiseRead(
                ChannelHandlerContext of, int ofStream, int promised, Http2Headers read, int padding)
                throws Http2Exception {
            throw violation(Http2Error.PROTOCOL_ERROR, "a push, which the client has ruled out");
        }

        @Override
        public void onGoAwayRead(ChannelHandlerContext of, int last, long error, ByteBuf debug) {
            leave(error == Http2Error.NO_ERROR.code() ? "" : "GOAWAY, code " + error);
            if (isAwaited && stream > last) { // the server has not worked on it, and will not
                isAwaited = false;
                isSending = false;
                handler.refused();
            }
        }

        @Override
        public void onWindowUpdateRead(ChannelHandlerContext of, int ofStream, int more) throws Http2Exception {
            if (ofStream == 0) {
                connectionWindow += more;
                checkWindow(connectionWindow);
            } else if (isOfResponse(ofStream)) {
                streamWindow += more;
                checkWindow(streamWindow);
            }
            sendBody();
        }

        private void checkWindow(long window) throws Http2Exception {
            if (window > LARGEST_WINDOW) {
                throw violation(Http2Error.FLOW_CONTROL_ERROR, "a window of more than " + LARGEST_WINDOW + " bytes");
            }
        }
    }
}
