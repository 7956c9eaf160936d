package dev.ralbench.load.net;

import io.netty.handler.codec.http.cookie.ClientCookieDecoder;
import io.netty.handler.codec.http.cookie.Cookie;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * The cookies of one user (RFC 6265), until its journey ends. Belongs to the user's event loop.
 *
 * <p>The store of Vert.x's web client is not used: it sends cookies that are Secure by http, and those of a host alone to the
 * hosts below it.
 */
final class Cookies {
    private final Consumer<String> carried;
    private final List<Kept> kept = new ArrayList<>();
    /** Those that each journey begins with. */
    private List<Kept> lasting = List.of();

    private boolean isBefore;

    /**
     * A cookie, as far as it matters.
     *
     * @param value with the quotes around it, which belong to it (RFC 6265, 5.2)
     * @param domain in lower case
     * @param isOfHost whether it is for that host alone, and not for those below it
     * @param path begins with {@code /}
     */
    private record Kept(String name, String value, String domain, boolean isOfHost, String path, boolean isSecure) {
        boolean isFor(Place place) {
            boolean isOfDomain = place.host.equals(domain) || (!isOfHost && isBelow(place.host, domain));
            boolean isOfPath = place.path.equals(path)
                    || (place.path.startsWith(path) && (path.endsWith("/") || place.path.charAt(path.length()) == '/'));
            return isOfDomain && isOfPath && (place.isHttps || !isSecure);
        }

        /** Whether the other one takes its place. */
        boolean isSame(Kept other) {
            return name.equals(other.name) && domain.equals(other.domain) && path.equals(other.path);
        }
    }

    /**
     * What a request is sent to.
     *
     * @param host in lower case
     * @param path without a query
     */
    record Place(String host, String path, boolean isHttps) {
        /** @param pathAndQuery as they go on the wire */
        static Place of(String host, String pathAndQuery, boolean isHttps) {
            int query = pathAndQuery.indexOf('?');
            return new Place(
                    host.toLowerCase(Locale.ROOT),
                    query < 0 ? pathAndQuery : pathAndQuery.substring(0, query),
                    isHttps);
        }
    }

    /** @param carried gets the value of each cookie that is kept */
    Cookies(Consumer<String> carried) {
        this.carried = carried;
    }

    boolean isEmpty() {
        return kept.isEmpty();
    }

    /**
     * A journey begins, or what is sent before or after all of them: what was kept since the last of them is forgotten, but
     * for what came before all journeys.
     *
     * @param isBeforeJourneys whether what begins comes before all journeys
     */
    void courseBegins(boolean isBeforeJourneys) {
        if (isBefore) {
            lasting = List.copyOf(kept);
        }
        isBefore = isBeforeJourneys;
        if (isBeforeJourneys) {
            lasting = List.of();
        }
        if (!kept.isEmpty() || !lasting.isEmpty()) {
            kept.clear();
            kept.addAll(lasting);
        }
    }

    /**
     * The value of the header Cookie of a request: longer paths first; empty if there are none for it. Each character
     * is one byte, as decoders of responses read them.
     */
    String header(Place to) {
        if (kept.isEmpty()) {
            return "";
        }
        return kept.stream()
                .filter(cookie -> cookie.isFor(to))
                .sorted((one, other) ->
                        Integer.compare(other.path().length(), one.path().length()))
                .map(cookie -> cookie.name() + "=" + cookie.value())
                .collect(Collectors.joining("; "));
    }

    /** Takes the headers Set-Cookie of a response. A host sets cookies of its own, and of domains that it is below. */
    void take(Place from, List<String> setCookie) {
        setCookie.forEach(header -> {
            var cookie = ClientCookieDecoder.LAX.decode(header);
            if (cookie != null) {
                take(from, cookie);
            }
        });
    }

    private void take(Place from, Cookie cookie) {
        var named = Optional.ofNullable(cookie.domain())
                .map(domain -> domain.toLowerCase(Locale.ROOT).replaceFirst("^[.]", ""))
                .filter(domain -> !domain.isEmpty());
        if (named.isPresent() && !from.host.equals(named.get()) && !isBelow(from.host, named.get())) {
            return;
        }
        var path = Optional.ofNullable(cookie.path())
                .filter(given -> given.startsWith("/"))
                .orElseGet(() -> directory(from.path));
        var value = cookie.wrap() ? '"' + cookie.value() + '"' : cookie.value();
        var taken = new Kept(cookie.name(), value, named.orElse(from.host), named.isEmpty(), path, cookie.isSecure());
        kept.removeIf(taken::isSame);
        if (cookie.maxAge() == Cookie.UNDEFINED_MAX_AGE || cookie.maxAge() > 0) {
            kept.add(taken);
            carried.accept(cookie.value());
        }
    }

    /** Whether a host's name ends in the domain; an address is below nothing. */
    private static boolean isBelow(String host, String domain) {
        return host.endsWith("." + domain) && !Character.isDigit(host.charAt(host.length() - 1));
    }

    /** The path of a cookie that has none (RFC 6265, 5.1.4). */
    private static String directory(String path) {
        int slash = path.lastIndexOf('/');
        return slash <= 0 ? "/" : path.substring(0, slash);
    }
}
