package dev.ralbench.session;

import java.util.Locale;

/** What can send a load. */
public enum SenderName {
    /** Requests straight to the target; the cheaper one. */
    NETTY,
    /** Redirects and proxies as well. */
    VERTX;

    /** The name in lower case, as users type it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
