package dev.ralbench.http;

import dev.ralbench.Printable;
import dev.ralbench.tls.TlsClient;
import dev.ralbench.tls.TlsFailure;
import io.netty.channel.ConnectTimeoutException;
import io.vertx.core.http.HttpClosedException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Pattern;

/** A request had no reply that could be understood. */
public final class NoReply extends Exception {
    private static final long serialVersionUID = 1;

    private static final String SILENT = "connected, but no answer in time";
    private static final String CLOSED = "the connection was closed without a whole answer";
    private static final String REFUSED = "Connection refused";
    /** {@code http, none, /127.0.0.1:3128 => shop.example/<unresolved>:443, status: 403 Forbidden}. */
    private static final Pattern OF_PROXY =
            Pattern.compile("http, .* => ([^/:]*)\\S*(:\\d+), (?:(status): )?(.*)", Pattern.DOTALL);

    private final String reason;
    private final String remedy;
    private final boolean wasConnected;

    private NoReply(String reason, String remedy, boolean wasConnected, Throwable cause) {
        super(reason, cause);
        this.reason = reason;
        this.remedy = remedy;
        this.wasConnected = wasConnected;
    }

    /** The server took the connection and kept silent. */
    public NoReply() {
        super(SILENT);
        this.reason = SILENT;
        this.remedy = "";
        this.wasConnected = true;
    }

    static NoReply of(Throwable failure, Optional<TlsClient> tls) {
        var found = failure instanceof HttpClosedException
                ? tls.flatMap(TlsFailure::ofClosed)
                : tls.flatMap(client -> TlsFailure.of(failure, client));
        if (found.isPresent()) {
            return new NoReply(found.get().words(), found.get().remedy(), false, failure);
        }
        if (failure instanceof HttpClosedException) {
            return new NoReply(CLOSED, "", true, failure);
        }
        return failure instanceof IOException
                ? new NoReply(ofNetwork(failure), "", false, failure)
                : new NoReply("not HTTP: " + Printable.line(String.valueOf(failure.getMessage())), "", true, failure);
    }

    /** Describes a network failure, mostly in the operating system's words; the library adds the address to its own. */
    private static String ofNetwork(Throwable failure) {
        var message = String.valueOf(failure.getMessage());
        var proxy = OF_PROXY.matcher(message);
        if (proxy.matches()) {
            var status = proxy.group(3) == null ? "" : "status ";
            return "the proxy opens no tunnel to " + proxy.group(1) + proxy.group(2) + ": " + status
                    + Printable.line(proxy.group(4));
        }
        if (isRefusal(failure)) {
            return REFUSED;
        }
        if (failure.getCause() != null && !(failure instanceof UnknownHostException)) {
            return String.valueOf(failure.getCause().getMessage());
        }
        return failure instanceof ConnectException ? "Connect timed out" : message;
    }

    /** The reason in a few words, those of the operating system or of {@link TlsFailure}. */
    public String reason() {
        return reason;
    }

    /** The user's remedy, if the reason has one of its own. */
    public Optional<String> remedy() {
        return Optional.of(remedy).filter(text -> !text.isEmpty());
    }

    /** Whether the server took no connection, or closed it before its answer was whole: it ended, or is broken. */
    public boolean isOfServer() {
        return reason.equals(CLOSED) || isRefused();
    }

    /** Whether nothing listens there. */
    public boolean isRefused() {
        return getCause() instanceof Exception failure && isRefusal(failure);
    }

    /**
     * By its class, as its words are the system's, in the user's language. A host or network that cannot be reached, and a
     * name that is not known, have classes of their own.
     */
    private static boolean isRefusal(Throwable failure) {
        return failure instanceof ConnectException
                && !(failure instanceof ConnectTimeoutException)
                && !OF_PROXY.matcher(String.valueOf(failure.getMessage())).matches();
    }

    /** Whether a server was there, but did not answer by this version of HTTP. */
    public boolean wasConnected() {
        return wasConnected;
    }
}
