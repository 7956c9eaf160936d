package dev.ralbench.load.net;

import dev.ralbench.HttpUrl;
import dev.ralbench.http.Redirects;
import dev.ralbench.load.RequestTemplate;
import dev.ralbench.load.UserRequests;
import io.netty.handler.codec.http.cookie.ClientCookieDecoder;
import io.netty.handler.codec.http.cookie.ClientCookieEncoder;
import io.netty.handler.codec.http.cookie.Cookie;
import io.vertx.ext.web.client.spi.CookieStore;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.StreamSupport;

/**
 * What a user carries from one request to the next, over whatever connections: its requests with their values, and its
 * cookies, which the web client's store keeps by host and path. With the end of a journey all is forgotten; a user without
 * journeys has no cookies. Belongs to the user's event loop.
 */
final class VertxSession {
    private final UserRequests requests;
    private final boolean hasCookies;
    private CookieStore cookies = CookieStore.build();
    private boolean isEmpty = true;
    private long journey;
    private long number;
    private Optional<RequestTemplate> filled = Optional.empty();

    /** @param hasCookies whether it keeps those that responses set */
    VertxSession(UserRequests requests, boolean hasCookies) {
        this.requests = requests;
        this.hasCookies = hasCookies;
    }

    /**
     * The present request, with the values that it had when it was sent first.
     *
     * @throws IllegalArgumentException when a value makes it no request
     */
    RequestTemplate request() {
        if (number != requests.number() || filled.isEmpty()) {
            filled = Optional.of(requests.step().request().filled(requests.values()));
            number = requests.number();
            if (journey != requests.journeysBegun()) {
                journey = requests.journeysBegun();
                forgetCookies();
            }
        }
        return filled.get();
    }

    private void forgetCookies() {
        if (!isEmpty) {
            cookies = CookieStore.build();
            isEmpty = true;
        }
    }

    UserRequests requests() {
        return requests;
    }

    /** The judge of the present request's responses. */
    ResponseJudge judge() {
        return new ResponseJudge(request().expect(), !requests.step().extractions().isEmpty());
    }

    /** The header Cookie of a request; empty if there are no cookies for it. */
    Optional<String> cookies(Redirects.ChainedRequest to) {
        if (isEmpty) {
            return Optional.empty();
        }
        var matching = StreamSupport.stream(
                        cookies.get(isSecure(to), HttpUrl.host(to.url()), path(to)).spliterator(), false)
                .toList();
        return matching.isEmpty() ? Optional.empty() : Optional.of(ClientCookieEncoder.LAX.encode(matching));
    }

    /** Takes the headers Set-Cookie of a response, which may be a redirect. */
    void takeCookies(Redirects.ChainedRequest from, List<String> headers) {
        if (!hasCookies) {
            return;
        }
        for (var header : headers) {
            var cookie = ClientCookieDecoder.LAX.decode(header);
            if (cookie != null && isOf(from, cookie)) {
                if (cookie.path() == null || !cookie.path().startsWith("/")) {
                    cookie.setPath(directory(path(from)));
                }
                if (cookie.maxAge() == Cookie.UNDEFINED_MAX_AGE || cookie.maxAge() > 0) {
                    cookies.put(cookie);
                    requests.carries(cookie.value());
                    isEmpty = false;
                } else {
                    cookies.remove(cookie);
                }
            }
        }
    }

    /** Without a domain it is the host's own; a host cannot set cookies of another (RFC 6265, 5.3). */
    private static boolean isOf(Redirects.ChainedRequest from, Cookie cookie) {
        var host = HttpUrl.host(from.url());
        if (cookie.domain() == null || cookie.domain().isEmpty()) {
            cookie.setDomain(host);
            return true;
        }
        var domain = cookie.domain().startsWith(".") ? cookie.domain().substring(1) : cookie.domain();
        return host.equalsIgnoreCase(domain)
                || host.toLowerCase(Locale.ROOT).endsWith("." + domain.toLowerCase(Locale.ROOT));
    }

    private static boolean isSecure(Redirects.ChainedRequest request) {
        return "https".equals(request.url().getScheme());
    }

    private static String path(Redirects.ChainedRequest request) {
        int query = request.path().indexOf('?');
        return query < 0 ? request.path() : request.path().substring(0, query);
    }

    /** The default path of a cookie (RFC 6265, 5.1.4). */
    private static String directory(String path) {
        int slash = path.lastIndexOf('/');
        return slash <= 0 ? "/" : path.substring(0, slash);
    }
}
