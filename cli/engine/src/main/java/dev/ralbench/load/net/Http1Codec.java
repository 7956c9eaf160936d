package dev.ralbench.load.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.Future;

/**
 * HTTP/1.1 on one connection. From the first response on that {@link ResponseHead} does not understand, all bytes go to
 * Netty's decoder, which is only made then: most connections never need its buffers.
 */
final class Http1Codec extends ChannelInboundHandlerAdapter implements HttpCodec {
    private final ByteBuf encodedRequest;
    private final ByteBuf request;
    private final ResponseHandler handler;
    private final ResponseHead head;
    private final boolean isHead;
    private boolean passesOn;
    private long bodyLeft;

    /** @param isHead whether responses have no body, whatever they say of its length */
    Http1Codec(ByteBuf encodedRequest, ResponseHandler handler, boolean isHead) {
        this.encodedRequest = encodedRequest;
        this.request = view();
        this.handler = handler;
        this.isHead = isHead;
        this.head = new ResponseHead(handler.looksIntoBody());
    }

    @Override
    public Future<?> start(Channel channel, long deadlineNanos) {
        return channel.newSucceededFuture();
    }

    @Override
    public boolean takesRequests() {
        return true;
    }

    @Override
    public void send(Channel channel) {
        handler.bytesSent(encodedRequest.readableBytes());
        // The void promise costs nothing; a failed write arrives in exceptionCaught.
        var unused = channel.writeAndFlush(request(channel), channel.voidPromise());
    }

    /** The connection's own view, unless the last request is not yet written: a server may answer before it has read all. */
    private ByteBuf request(Channel channel) {
        var pending = channel.unsafe().outboundBuffer();
        return pending != null && pending.isEmpty() ? request.readerIndex(0) : view();
    }

    /** A view of the encoded request for one write; it need not be released. */
    private ByteBuf view() {
        return Unpooled.unreleasableBuffer(encodedRequest.duplicate());
    }

    @Override
    public void close(Channel channel) {
        var unused = channel.close();
    }

    @Override
    public String reasonOfClose() {
        return "";
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        handler.responseBegins();
        handler.bytesCame(message instanceof ByteBuf all ? all.readableBytes() : 0);
        if (!passesOn && message instanceof ByteBuf bytes && understands(bytes)) {
            take(bytes);
            return;
        }
        if (!passesOn) {
            passOn(context);
        }
        context.fireChannelRead(message);
    }

    private void passOn(ChannelHandlerContext context) {
        passesOn = true;
        context.pipeline().addAfter(context.name(), null, new ResponseDecoder(isHead));
    }

    private void take(ByteBuf bytes) {
        try {
            readBody(bytes);
        } finally {
            bytes.release();
        }
    }

    private boolean understands(ByteBuf bytes) {
        if (isHead) {
            return false;
        }
        if (!handler.awaitsHead()) {
            return true; // the rest of a body, or bytes that no request asked for
        }
        if (!head.read(bytes)) {
            return false;
        }
        bodyLeft = head.contentLength();
        handler.headCame(head.status(), head.isPersistent(), "");
        return true;
    }

    private void readBody(ByteBuf bytes) {
        if (handler.isWaiting()) {
            int here = (int) Math.min(bodyLeft, bytes.readableBytes());
            handler.bodyCame(bytes, here);
            bytes.skipBytes(here);
            bodyLeft -= here;
            if (bodyLeft == 0) {
                handler.complete();
            }
        }
        if (bytes.isReadable()) {
            handler.surplusCame();
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        if (passesOn) {
            context.fireChannelReadComplete();
        } else {
            handler.tell();
        }
    }
}
