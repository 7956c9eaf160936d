package dev.ralbench.load.net;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/**
 * Reads responses from the bytes of one connection. From the first one on that {@link ResponseHead} does not understand,
 * all bytes go to Netty's decoder, which is only made then: most connections never need its buffers.
 */
final class ResponseReader extends ChannelInboundHandlerAdapter {
    private final ResponseHandler handler;
    private final ResponseHead head;
    private final boolean isHead;
    private boolean passesOn;
    private long bodyLeft;

    /** @param isHead whether responses have no body, whatever they say of its length */
    ResponseReader(ResponseHandler handler, boolean isHead) {
        this.handler = handler;
        this.isHead = isHead;
        this.head = new ResponseHead(handler.looksIntoBody());
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
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
