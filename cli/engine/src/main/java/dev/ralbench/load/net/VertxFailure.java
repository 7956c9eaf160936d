package dev.ralbench.load.net;

import dev.ralbench.load.Outcome;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.StreamResetException;
import org.jspecify.annotations.Nullable;

/**
 * How a request failed, in the words of the lean sender.
 *
 * @param outcome reset or protocol error
 * @param isOfConnection whether the other side ended the connection, and not the request alone
 */
record VertxFailure(Outcome outcome, String detail, boolean isOfConnection) {

    /**
     * Makes it out.
     *
     * @param failure of the request
     * @param trouble the connection's own failure, if any: the request's failure may only follow from it
     * @param hasBegun whether a part of the response was there
     */
    static VertxFailure of(@Nullable Throwable failure, @Nullable Throwable trouble, boolean hasBegun) {
        var cause = trouble == null ? failure : trouble;
        if (cause == null || cause instanceof HttpClosedException) {
            return new VertxFailure(
                    Outcome.RESET, hasBegun ? "closed within the response" : "closed before the response", true);
        }
        if (cause instanceof StreamResetException reset) {
            return new VertxFailure(Outcome.RESET, "stream reset, code " + reset.getCode(), false);
        }
        if (FailureText.isOfNetwork(cause)) {
            return new VertxFailure(Outcome.RESET, FailureText.of(cause), FailureText.isOfClose(cause));
        }
        return new VertxFailure(Outcome.PROTOCOL_ERROR, "not HTTP: " + FailureText.of(cause), false);
    }
}
