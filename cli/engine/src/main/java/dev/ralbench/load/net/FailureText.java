package dev.ralbench.load.net;

import dev.ralbench.tls.TlsClient;
import dev.ralbench.tls.TlsFailure;
import io.netty.channel.ChannelException;
import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.codec.DecoderException;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.channels.ClosedChannelException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Turns exceptions of the network into the few words under which failures are counted. */
final class FailureText {
    /** Of a request that cannot be made; what the value is does not appear, because it may be a secret. */
    static final String UNFIT_VALUE = "not sent: a value fits into no path or header";

    private static final Set<String> CLOSED =
            Set.of("connection reset", "connection reset by peer", "broken pipe", "connection was reset");

    private FailureText() {}

    /** Whether the connection failed, not its content; TLS's alerts end a connection, too. */
    static boolean isOfNetwork(Throwable cause) {
        return cause instanceof IOException || TlsFailure.of(cause).isPresent();
    }

    /** Whether the other side had closed the connection; a generator that lacks memory or a route is no such case. */
    static boolean isOfClose(Throwable cause) {
        return cause instanceof ClosedChannelException || (cause instanceof IOException && CLOSED.contains(of(cause)));
    }

    /** Whether no port was free for the near end of a connection. */
    static boolean isWithoutPort(@Nullable Throwable cause) {
        return cause instanceof IOException && of(cause).equals("cannot assign requested address");
    }

    /** Describes why a connection ended without a response; the server may have wanted a client certificate. */
    static String withoutResponse(@Nullable Throwable cause, Optional<TlsClient> tls) {
        return tls.flatMap(client -> cause == null ? Optional.empty() : TlsFailure.of(cause, client))
                .map(TlsFailure::words)
                .orElseGet(() -> of(cause));
    }

    /** Describes the failure of a connection that was closed without an exception. */
    static String ofClosed(String otherwise, Optional<TlsClient> tls) {
        return tls.flatMap(TlsFailure::ofClosed).map(TlsFailure::words).orElse(otherwise);
    }

    static String of(@Nullable Throwable cause) {
        if (cause == null) {
            return "unknown failure";
        }
        if (cause instanceof ConnectTimeoutException) {
            return "no connection in time";
        }
        boolean isWrapper = cause instanceof ChannelException || cause instanceof InvocationTargetException;
        if (isWrapper && cause.getCause() != null) {
            return of(cause.getCause());
        }
        var tls = TlsFailure.of(cause);
        if (tls.isPresent()) {
            return tls.get().words();
        }
        var message = cause.getMessage();
        if (cause instanceof IOException && message != null) {
            return withoutAddress(message).toLowerCase(Locale.ROOT);
        }
        if (message != null && (cause instanceof IllegalArgumentException || cause instanceof DecoderException)) {
            return message; // of bytes that are no response: the class of a reader's exception tells nothing more
        }
        return cause.getClass().getSimpleName() + (message == null ? "" : ": " + message);
    }

    /** Netty puts the address behind a colon; every user would be a failure of its own. Native calls put theirs before. */
    private static String withoutAddress(String message) {
        int address = message.indexOf(": /");
        var text = address < 0 ? message : message.substring(0, address);
        int call = text.indexOf(") failed with error(");
        return call < 0 ? text : text.substring(text.lastIndexOf("): ") + 3);
    }
}
