package dev.ralbench.dependency.kind;

import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.Optional;

/** Why a server was not reached, if the network says so. */
public final class NetworkReason {
    private NetworkReason() {}

    public static Optional<String> of(Throwable failure) {
        for (var cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnknownHostException) {
                return Optional.of("there is no host of that name");
            }
            if (cause instanceof ConnectException) {
                return Optional.of("nothing listens there");
            }
            if (cause instanceof SocketTimeoutException) {
                return Optional.of("it did not answer in time");
            }
        }
        return Optional.empty();
    }
}
