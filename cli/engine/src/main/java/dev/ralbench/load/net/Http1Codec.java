package dev.ralbench.load.net;

import dev.ralbench.load.UserRequests;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * HTTP/1.1 on one connection. From the first response on that {@link ResponseHead} does not understand, all bytes go to
 * Netty's decoder, which is only made then: most connections never need its buffers.
 */
final class Http1Codec extends ChannelInboundHandlerAdapter implements HttpCodec {
    private final Http1Users.User user;
    private final ResponseHandler handler;
    private final ResponseHead head;
    /** A view of the fixed request that was sent last. */
    private @Nullable ByteBuf view;

    private int viewed = UserRequests.NONE;
    private boolean passesOn;
    private long bodyLeft;

    Http1Codec(Http1Users.User user, ResponseHandler handler) {
        this.user = user;
        this.handler = handler;
        this.head = new ResponseHead(user.exchange().headers());
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
        var request = request(channel);
        handler.bytesSent(request.readableBytes());
        // The void promise costs nothing; a failed write arrives in exceptionCaught.
        var unused = channel.writeAndFlush(request, channel.voidPromise());
    }

    /** The connection's own view, unless the last request is not yet written: a server may answer before it has read all. */
    private ByteBuf request(Channel channel) {
        var fixed = user.fixed();
        var pending = channel.unsafe().outboundBuffer();
        if (fixed == null || pending == null || !pending.isEmpty()) {
            return user.written(channel);
        }
        if (view == null || viewed != user.requests().current()) {
            view = user.written(channel);
            viewed = user.requests().current();
        }
        return view.readerIndex(0);
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
        } else {
            if (!passesOn) {
                passOn(context);
            }
            context.fireChannelRead(message);
        }
        handler.partCame();
    }

    private void passOn(ChannelHandlerContext context) {
        passesOn = true;
        context.pipeline().addAfter(context.name(), null, new ResponseDecoder(handler::isHead));
    }

    private void take(ByteBuf bytes) {
        try {
            readBody(bytes);
        } finally {
            bytes.release();
        }
    }

    private boolean understands(ByteBuf bytes) {
        if (handler.isHead()) {
            return false;
        }
        if (!handler.awaitsHead()) {
            return true; // the rest of a body, or bytes that no request asked for
        }
        if (!head.read(bytes)) {
            return false;
        }
        bodyLeft = head.contentLength();
        handler.headCame(head.status(), head.isPersistent(), head);
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
