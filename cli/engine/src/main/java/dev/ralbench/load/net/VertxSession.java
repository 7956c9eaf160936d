package dev.ralbench.load.net;

import dev.ralbench.HttpUrl;
import dev.ralbench.http.Redirects.ChainedRequest;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.UserRequests;
import io.netty.handler.codec.http.cookie.ClientCookieDecoder;
import io.netty.handler.codec.http.cookie.Cookie;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpHeaders;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a user carries from one request to the next, over whatever connections: its requests with their values, and its
 * cookies (RFC 6265). With the end of a journey these are forgotten; a user without journeys keeps none. Belongs to the
 * user's event loop.
 *
 * <p>The web client's own store is not used: it sends cookies that are Secure by http, and those of a host alone to the
 * hosts below it.
 */
final class VertxSession {
    private final UserRequests requests;
    private final boolean keepsCookies;
    private final List<Kept> cookies = new ArrayList<>();
    private long journey;
    private long number;
    private Optional<RequestTemplate> filled = Optional.empty();

    /**
     * A cookie, as far as it matters.
     *
     * @param domain in lower case
     * @param isOfHost whether it is for that host alone, and not for those below it
     * @param path begins with {@code /}
     */
    private record Kept(String name, String value, String domain, boolean isOfHost, String path, boolean isSecure) {
        boolean isFor(String host, String requested, boolean isHttps) {
            boolean isOfDomain = host.equals(domain) || (!isOfHost && isBelow(host, domain));
            boolean isOfPath = requested.equals(path)
                    || (requested.startsWith(path) && (path.endsWith("/") || requested.charAt(path.length()) == '/'));
            return isOfDomain && isOfPath && (isHttps || !isSecure);
        }

        /** Whether the other one takes its place. */
        boolean isSame(Kept other) {
            return name.equals(other.name) && domain.equals(other.domain) && path.equals(other.path);
        }
    }

    /** @param keepsCookies whether it keeps those that responses set */
    VertxSession(UserRequests requests, boolean keepsCookies) {
        this.requests = requests;
        this.keepsCookies = keepsCookies;
    }

    /**
     * The present request, with the values that it had when it was sent first.
     *
     * @throws IllegalArgumentException when a value makes it no request
     */
    RequestTemplate request() {
        if (number != requests.number() || filled.isEmpty()) {
            if (journey != requests.journeysBegun()) {
                journey = requests.journeysBegun();
                cookies.clear();
            }
            filled = Optional.of(requests.step().request().filled(requests.values()));
            number = requests.number();
        }
        return filled.get();
    }

    UserRequests requests() {
        return requests;
    }

    /** The judge of the present request's responses. */
    ResponseJudge judge() {
        return new ResponseJudge(
                request().expect(), !requests.step().extractions().isEmpty());
    }

    /** The header Cookie of a request: longer paths first; empty if there are no cookies for it. */
    Optional<String> cookies(ChainedRequest to) {
        if (cookies.isEmpty()) {
            return Optional.empty();
        }
        var header = cookies.stream()
                .filter(cookie -> cookie.isFor(host(to), path(to), isHttps(to)))
                .sorted((one, other) ->
                        Integer.compare(other.path().length(), one.path().length()))
                .map(cookie -> cookie.name() + "=" + cookie.value())
                .collect(Collectors.joining("; "));
        return header.isEmpty() ? Optional.empty() : Optional.of(header);
    }

    /** Takes the headers Set-Cookie of a response, which may be a redirect. */
    void takeCookies(ChainedRequest from, MultiMap headers) {
        if (keepsCookies) {
            headers.getAll(HttpHeaders.SET_COOKIE).forEach(header -> {
                var cookie = ClientCookieDecoder.LAX.decode(header);
                if (cookie != null) {
                    take(from, cookie);
                }
            });
        }
    }

    /** A host sets cookies of its own, and of domains that it is below; not of others. */
    private void take(ChainedRequest from, Cookie cookie) {
        var named = Optional.ofNullable(cookie.domain())
                .map(domain -> domain.toLowerCase(Locale.ROOT).replaceFirst("^[.]", ""))
                .filter(domain -> !domain.isEmpty());
        var host = host(from);
        if (named.isPresent() && !host.equals(named.get()) && !isBelow(host, named.get())) {
            return;
        }
        var path = Optional.ofNullable(cookie.path())
                .filter(given -> given.startsWith("/"))
                .orElseGet(() -> directory(path(from)));
        var kept =
                new Kept(cookie.name(), cookie.value(), named.orElse(host), named.isEmpty(), path, cookie.isSecure());
        cookies.removeIf(kept::isSame);
        if (cookie.maxAge() == Cookie.UNDEFINED_MAX_AGE || cookie.maxAge() > 0) {
            cookies.add(kept);
            requests.carries(kept.value());
        }
    }

    /** Whether a host's name ends in the domain; an address is below nothing. */
    private static boolean isBelow(String host, String domain) {
        return host.endsWith("." + domain) && !Character.isDigit(host.charAt(host.length() - 1));
    }

    private static String host(ChainedRequest request) {
        return HttpUrl.host(request.url()).toLowerCase(Locale.ROOT);
    }

    private static boolean isHttps(ChainedRequest request) {
        return "https".equals(request.url().getScheme());
    }

    private static String path(ChainedRequest request) {
        int query = request.path().indexOf('?');
        return query < 0 ? request.path() : request.path().substring(0, query);
    }

    /** The path of a cookie that has none (RFC 6265, 5.1.4). */
    private static String directory(String path) {
        int slash = path.lastIndexOf('/');
        return slash <= 0 ? "/" : path.substring(0, slash);
    }
}
