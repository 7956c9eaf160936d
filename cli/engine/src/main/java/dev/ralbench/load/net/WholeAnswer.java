package dev.ralbench.load.net;

import dev.ralbench.load.RequestTemplate.Expectation;
import io.netty.buffer.Unpooled;

/** The checks that a connection makes while an answer arrives, of one that is there as a whole. */
public final class WholeAnswer {
    private WholeAnswer() {}

    /** See {@link dev.ralbench.load.AnswerCheck#flaw}. */
    public static String flaw(Expectation expect, int status, String encoding, byte[] body) {
        if (status != expect.status()) {
            return statusFlaw(status);
        }
        if (expect.elements().isEmpty()) {
            return ResponseHandler.bodyFlaw(expect, body.length, null);
        }
        var elements = new ElementCheck(expect.elements());
        elements.bodyBegins(encoding);
        elements.received(Unpooled.wrappedBuffer(body));
        return ResponseHandler.bodyFlaw(expect, body.length, elements);
    }

    static String statusFlaw(int status) {
        return "status " + status;
    }
}
