package dev.ralbench.load.net;

import dev.ralbench.http.Reply;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpResponseDecoder;
import java.util.function.BooleanSupplier;

/**
 * Netty's response decoder. Requests are encoded once for all, past Netty's client codec, so the decoder has to learn
 * here what the codec would know: that responses to HEAD have no body.
 */
final class ResponseDecoder extends HttpResponseDecoder {
    private final BooleanSupplier isHead;

    ResponseDecoder(BooleanSupplier isHead) {
        super(new HttpDecoderConfig().setValidateHeaders(false).setMaxHeaderSize(Reply.MOST_HEAD_BYTES));
        this.isHead = isHead;
    }

    @Override
    protected boolean isContentAlwaysEmpty(HttpMessage message) {
        return isHead.getAsBoolean() || super.isContentAlwaysEmpty(message);
    }
}
