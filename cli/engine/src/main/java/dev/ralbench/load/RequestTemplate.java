package dev.ralbench.load;

import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The request that every user sends, and its expected response.
 *
 * @param paths path and query as they go on the wire, beginning with {@code /}: the k-th user, or connection of an open load,
 *     asks for the k-th of them, and round again
 * @param headers in the order in which they are sent
 * @param body request body, encoded once for all users; an empty one, and so {@code Content-Length: 0}, if a method that is
 *     expected to have a body has none (RFC 9110, 8.6)
 * @param transfer how it gets to the server
 * @param confidential names of headers that carry a secret: a redirect does not take them to another server
 */
public record RequestTemplate(
        String method,
        List<String> paths,
        Map<String, String> headers,
        Optional<RequestBody> body,
        Expectation expect,
        Transfer transfer,
        Set<String> confidential) {

    private static final Set<String> WITH_BODY = Set.of("POST", "PUT", "PATCH");

    public RequestTemplate {
        if (body.isEmpty() && WITH_BODY.contains(method)) {
            body = Optional.of(RequestBody.EMPTY);
        }
        paths = List.copyOf(paths);
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
        confidential = Set.copyOf(confidential);
        if (paths.isEmpty()) {
            throw new IllegalArgumentException("path: needs one at least");
        }
        paths.stream().filter(path -> !path.startsWith("/")).findFirst().ifPresent(path -> {
            throw new IllegalArgumentException("path: must begin with /, got " + path);
        });
    }

    /** A request by HTTP/1.1, sent straight to the target; redirects are not followed. */
    public RequestTemplate(
            String method, String path, Map<String, String> headers, Optional<RequestBody> body, Expectation expect) {
        this(method, path, headers, body, expect, Transfer.PLAIN);
    }

    /** Without a header that carries a secret. */
    public RequestTemplate(
            String method,
            String path,
            Map<String, String> headers,
            Optional<RequestBody> body,
            Expectation expect,
            Transfer transfer) {
        this(method, List.of(path), headers, body, expect, transfer, Set.of());
    }

    /** The path of the first user, for a single request. */
    public String path() {
        return paths.getFirst();
    }

    /** This request, transferred in another way. */
    public RequestTemplate with(Transfer other) {
        return new RequestTemplate(method, paths, headers, body, expect, other, confidential);
    }

    /**
     * How the request reaches its server.
     *
     * @param http2 by HTTP/2 instead of HTTP/1.1
     * @param followRedirects whether redirect responses are followed; the response time is that of all requests
     *     together
     * @param proxy the HTTP proxy that it goes through: {@code http://host:port}
     */
    public record Transfer(boolean http2, boolean followRedirects, Optional<URI> proxy) {
        /** Transfers by HTTP/1.1, straight to the target, and follows no redirects. */
        public static final Transfer PLAIN = new Transfer(false, false, Optional.empty());
    }

    /**
     * The checks on each response.
     *
     * @param status the status code that counts as success
     * @param bodyBytes the exact length of the body, if the scenario states one
     * @param elements exact numbers of elements in a JSON body, by the path of an array or object in it: object keys
     *     joined by dots, such as {@code data.items}
     */
    public record Expectation(int status, OptionalLong bodyBytes, Map<String, Long> elements) {
        public Expectation {
            elements = Collections.unmodifiableMap(new LinkedHashMap<>(elements));
            if (status < 100 || status > 599) {
                throw new IllegalArgumentException("status: must be between 100 and 599, got " + status);
            }
            if (bodyBytes.isPresent() && bodyBytes.getAsLong() < 0) {
                throw new IllegalArgumentException("bodyBytes: must not be negative, got " + bodyBytes.getAsLong());
            }
            elements.forEach((path, count) -> {
                if (count < 0) {
                    throw new IllegalArgumentException("elements: must not be negative, got " + path + ": " + count);
                }
            });
        }

        /** Nothing is expected within the body. */
        public Expectation(int status, OptionalLong bodyBytes) {
            this(status, bodyBytes, Map.of());
        }
    }
}
