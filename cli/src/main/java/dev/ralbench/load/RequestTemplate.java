package dev.ralbench.load;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What every user sends, and what a good answer looks like.
 *
 * @param path path and query as they go on the wire, beginning with {@code /}
 * @param headers in the order in which they are sent
 * @param body request body as text in UTF-8
 */
public record RequestTemplate(
        String method, String path, Map<String, String> headers, Optional<String> body, Expectation expect) {

    public RequestTemplate {
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException("path: must begin with /, got " + path);
        }
    }

    /** The same request to another path. */
    public RequestTemplate withPath(String otherPath) {
        return new RequestTemplate(method, otherPath, headers, body, expect);
    }

    /** The same request with more behind the path's {@code ?}. */
    public RequestTemplate withQuery(String more) {
        return withPath(path + joint() + more);
    }

    private String joint() {
        if (path.endsWith("?") || path.endsWith("&")) {
            return "";
        }
        return path.contains("?") ? "&" : "?";
    }

    /**
     * The checks on each response.
     *
     * @param status the status code that counts as success
     * @param bodyBytes the exact length of the body, where the scenario states one
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
