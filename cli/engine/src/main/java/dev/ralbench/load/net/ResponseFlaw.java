package dev.ralbench.load.net;

import dev.ralbench.load.RequestTemplate.Expectation;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpResponseStatus;
import org.jspecify.annotations.Nullable;

/** The checks that a connection makes while a response arrives, for a response that has arrived as a whole. */
public final class ResponseFlaw {
    private ResponseFlaw() {}

    /** See {@link dev.ralbench.load.ResponseCheck#flaw}. */
    public static String flaw(Expectation expect, int status, String encoding, byte[] body) {
        if (!expect.allows(status)) {
            return statusFlaw(status);
        }
        if (expect.elements().isEmpty()) {
            return bodyFlaw(expect, body.length, null);
        }
        var elements = new ElementCheck(expect.elements());
        elements.bodyBegins(encoding);
        elements.received(Unpooled.wrappedBuffer(body));
        return bodyFlaw(expect, body.length, elements);
    }

    /** The flaw in the body; empty if it has none. */
    static String bodyFlaw(Expectation expect, long bodyBytes, @Nullable ElementCheck elements) {
        if (expect.bodyBytes().isPresent() && expect.bodyBytes().getAsLong() != bodyBytes) {
            return "body of " + bodyBytes + " bytes instead of "
                    + expect.bodyBytes().getAsLong();
        }
        return elements == null ? "" : elements.bodyEnds();
    }

    /** Whether the bytes that follow a response are of another protocol. */
    static boolean endsHttp(int status) {
        return status == HttpResponseStatus.SWITCHING_PROTOCOLS.code();
    }

    static String statusFlaw(int status) {
        return "status " + status;
    }
}
