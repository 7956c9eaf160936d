package dev.ralbench.session;

import java.util.Locale;

/** What can send a load. */
public enum SenderName {
    /** HTTP/1.1 straight to the target; the cheaper one. */
    NETTY,
    /** HTTP/2, redirects and proxies as well. */
    VERTX;

    /** The name in lower case, as users type it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
