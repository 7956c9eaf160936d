package dev.ralbench.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ralbench.HttpUrl;
import dev.ralbench.load.RequestTemplate;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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

    /** The parts of a reference to a URL (RFC 3986, appendix B). */
    private static final Pattern REFERENCE = Pattern.compile(
            "(?:(?<scheme>[A-Za-z][A-Za-z0-9+.-]*):)?(?://(?<authority>[^/?#]*))?(?<path>[^?#]*)(?:\\?(?<query>[^#]*))?(?:#.*)?",
            Pattern.DOTALL);

    private Redirects() {}

    /**
     * One request of a chain.
     *
     * @param path of the URL and its query, as they go on the wire
     * @param withBody whether it has the template's body
     * @param count of redirects before it
     */
    public record ChainedRequest(URI url, String path, String method, boolean withBody, int count) {}

    /** A request that is always the same, its path as it is written; only the base of a redirect must be a URL. */
    public static ChainedRequest first(URI baseUrl, RequestTemplate request) {
        var path = request.path().text();
        var url = URI.create(origin(baseUrl) + encoded(path, UTF_8));
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
        boolean isSchemeEqual = one.getScheme().equalsIgnoreCase(other.getScheme());
        if (isSchemeEqual && one.getRawAuthority().equals(other.getRawAuthority())) {
            return true; // asked for each request of the second sender
        }
        return isSchemeEqual
                && HttpUrl.host(one).equalsIgnoreCase(HttpUrl.host(other))
                && HttpUrl.port(one) == HttpUrl.port(other);
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
        request.headerTexts().forEach((name, value) -> {
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
            var named = resolved(now.url(), location);
            if (!Set.of("http", "https").contains(named.getScheme()) || !HttpUrl.hasHost(named)) {
                return Optional.empty();
            }
            boolean withBody = keepsMethod && now.withBody();
            var method = keepsMethod ? now.method() : "GET";
            return Optional.of(new ChainedRequest(named, path(named), method, withBody, now.count() + 1));
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // not a URL
        }
    }

    /**
     * The URL that a reference stands for (RFC 3986, 5.2.2), without user and fragment.
     *
     * @throws IllegalArgumentException if it is none
     */
    private static URI resolved(URI base, String reference) {
        var parts = REFERENCE.matcher(reference);
        if (!parts.matches() || (parts.group("scheme") != null && parts.group("authority") == null)) {
            throw new IllegalArgumentException("no reference to a URL of http: " + reference);
        }
        var scheme = Optional.ofNullable(parts.group("scheme"));
        var authority = Optional.ofNullable(parts.group("authority"));
        var path = encoded(parts.group("path"), ISO_8859_1);
        var query = Optional.ofNullable(parts.group("query")).map(text -> "?" + encoded(text, ISO_8859_1));
        if (authority.isEmpty() && path.isEmpty()) {
            var from = base.getRawPath() + query.orElse(base.getRawQuery() == null ? "" : "?" + base.getRawQuery());
            return URI.create(origin(base) + from);
        }
        boolean isRelative = authority.isEmpty() && !path.startsWith("/");
        var whole = isRelative ? base.getRawPath().replaceFirst("[^/]*$", "") + path : path;
        var origin = scheme.orElse(base.getScheme()) + "://"
                + authority.map(Redirects::withoutUser).orElse(base.getRawAuthority());
        return HttpUrl.normalized(
                URI.create(origin + withoutDots("/" + whole.replaceFirst("^/", "")) + query.orElse("")));
    }

    private static String origin(URI url) {
        return url.getScheme() + "://" + url.getRawAuthority();
    }

    /** Headers come as bytes; a host that is not in ASCII is in UTF-8. */
    private static String withoutUser(String authority) {
        return new String(authority.substring(authority.lastIndexOf('@') + 1).getBytes(ISO_8859_1), UTF_8);
    }

    /** Removes the segments . and .. from a path (RFC 3986, 5.2.4). */
    private static String withoutDots(String path) {
        var kept = new ArrayList<String>();
        var segments = path.substring(1).split("/", -1);
        for (int i = 0; i < segments.length; i++) {
            boolean isLast = i == segments.length - 1;
            switch (segments[i]) {
                case "." -> kept.addAll(isLast ? List.of("") : List.of());
                case ".." -> {
                    if (!kept.isEmpty()) {
                        kept.removeLast();
                    }
                    kept.addAll(isLast ? List.of("") : List.of());
                }
                default -> kept.add(segments[i]);
            }
        }
        return "/" + String.join("/", kept);
    }

    /** Encodes the characters that a URL cannot hold, and leaves what is encoded already. */
    private static String encoded(String text, Charset charset) {
        return NOT_OF_URL
                .matcher(text)
                .replaceAll(found -> URLEncoder.encode(found.group(), charset).replace("+", "%20"));
    }

    private static String path(URI url) {
        return (url.getRawPath().isEmpty() ? "/" : url.getRawPath())
                + (url.getRawQuery() == null ? "" : "?" + url.getRawQuery());
    }
}
