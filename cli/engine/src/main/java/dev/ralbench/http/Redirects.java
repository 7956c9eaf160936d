package dev.ralbench.http;

import dev.ralbench.load.RequestTemplate;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Where a redirect leads to and which request follows, as in RFC 9110, 15.4 and browsers. */
public final class Redirects {
    /** Most redirects in a row, as in most clients; more are taken for a loop. */
    private static final int MOST = 10;

    private static final Set<String> OF_BODY = Set.of("content-type", "content-encoding", "content-language");
    /** Headers meant for one server are not sent to another (as browsers do). */
    private static final Set<String> OF_ORIGIN = Set.of("authorization", "cookie", "host", "proxy-authorization");

    /** Characters that a URL's path and query must encode. */
    private static final Pattern NOT_OF_URL = Pattern.compile("%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9._~!$&'()*+,;=:@/?%-]");

    private Redirects() {}

    /**
     * One request of a chain.
     *
     * @param path of the URL and its query, as they go on the wire
     * @param withBody whether it has the template's body
     * @param count of redirects before it
     */
    public record ChainedRequest(URI url, String path, String method, boolean withBody, int count) {}

    /** The request of the first user. */
    public static ChainedRequest first(URI baseUrl, RequestTemplate request) {
        return first(baseUrl, request, request.path());
    }

    /** One of the template's own requests, its path as it is written; only the base of a redirect must be a URL. */
    public static ChainedRequest first(URI baseUrl, RequestTemplate request, String path) {
        var encoded =
                NOT_OF_URL.matcher(path).replaceAll(found -> URLEncoder.encode(found.group(), StandardCharsets.UTF_8));
        var url = URI.create(baseUrl.getScheme() + "://" + baseUrl.getRawAuthority() + encoded);
        return new ChainedRequest(url, path, request.method(), true, 0);
    }

    /**
     * The request that follows from a response.
     *
     * @return empty if the response is the answer: it is no redirect, names no place that can be asked, or is one too
     *     many
     */
    public static Optional<ChainedRequest> next(ChainedRequest now, int status, @Nullable String location) {
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

    /** The note that a failure message adds if the answer is one redirect too many; else empty. */
    public static String limitNote(ChainedRequest answered, int status) {
        return answered.count() >= MOST && status / 100 == 3 ? " after " + MOST + " redirects, the limit" : "";
    }

    /** Whether both have the same scheme, host and port. */
    public static boolean sameOrigin(URI one, URI other) {
        return one.getScheme().equalsIgnoreCase(other.getScheme())
                && one.getHost().equalsIgnoreCase(other.getHost())
                && Route.port(one) == Route.port(other);
    }

    /**
     * The template's headers that a step's request carries.
     *
     * @param baseUrl the target's
     * @param byProxy whether a proxy forwards the request; it keeps the header that is for itself
     */
    public static Map<String, String> headers(
            ChainedRequest step, RequestTemplate request, URI baseUrl, boolean byProxy) {
        boolean withBody = step.method().equals(request.method());
        boolean atHome = sameOrigin(step.url(), baseUrl);
        var sent = new LinkedHashMap<String, String>();
        request.headers().forEach((name, value) -> {
            var lowerCase = name.toLowerCase(Locale.ROOT);
            boolean isOfOrigin =
                    OF_ORIGIN.contains(lowerCase) || request.confidential().contains(name);
            if ((withBody || !OF_BODY.contains(lowerCase))
                    && (atHome || !isOfOrigin || (byProxy && lowerCase.equals("proxy-authorization")))) {
                sent.put(name, value);
            }
        });
        return sent;
    }

    private static Optional<ChainedRequest> at(ChainedRequest now, String location, boolean keepsMethod) {
        try {
            var named = now.url().resolve(location);
            var scheme = String.valueOf(named.getScheme()).toLowerCase(Locale.ROOT);
            if (named.getHost() == null || !(scheme.equals("http") || scheme.equals("https"))) {
                return Optional.empty();
            }
            boolean withBody = keepsMethod && now.withBody();
            var method = keepsMethod ? now.method() : "GET";
            var url = URI.create(scheme + named.toString().substring(scheme.length()));
            return Optional.of(new ChainedRequest(url, path(url), method, withBody, now.count() + 1));
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // not a URL
        }
    }

    private static String path(URI url) {
        return (url.getRawPath().isEmpty() ? "/" : url.getRawPath())
                + (url.getRawQuery() == null ? "" : "?" + url.getRawQuery());
    }
}
