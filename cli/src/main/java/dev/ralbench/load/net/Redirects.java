package dev.ralbench.load.net;

import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where a redirect leads to, as RFC 9110, 15.4 has it and browsers do it. */
final class Redirects {
    /** As most clients have it; more are a circle. */
    private static final int MOST = 10;

    private Redirects() {}

    /**
     * One request of a chain.
     *
     * @param withBody whether it has the template's body
     * @param count of redirects before it
     */
    record Step(URI url, String method, boolean withBody, int count) {}

    static Step first(VertxExchange exchange) {
        return new Step(exchange.firstUrl(), exchange.request().method(), true, 0);
    }

    /**
     * The request that follows from a response.
     *
     * @return empty where the response is the answer: it is no redirect, names no place that can be asked, or is one too
     *     many
     */
    static Optional<Step> next(Step now, int status, @Nullable String location) {
        if (location == null || now.count() >= MOST) {
            return Optional.empty();
        }
        return switch (status) {
            case 301, 302 -> at(now, location, !now.method().equals("POST"));
            case 303 -> at(now, location, now.method().equals("HEAD"));
            case 307, 308 -> at(now, location, true);
            default -> Optional.empty();
        };
    }

    private static Optional<Step> at(Step now, String location, boolean keepsMethod) {
        try {
            var url = now.url().resolve(location);
            var scheme = String.valueOf(url.getScheme()).toLowerCase(Locale.ROOT);
            if (url.getHost() == null || !(scheme.equals("http") || scheme.equals("https"))) {
                return Optional.empty();
            }
            boolean withBody = keepsMethod && now.withBody();
            return Optional.of(new Step(url, keepsMethod ? now.method() : "GET", withBody, now.count() + 1));
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // not a URL
        }
    }
}
