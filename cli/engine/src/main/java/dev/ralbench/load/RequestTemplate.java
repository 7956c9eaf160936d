package dev.ralbench.load;

import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A request that users send, and its expected response.
 *
 * @param path path and query as they go on the wire, beginning with {@code /}
 * @param headers in the order in which they are sent
 * @param body request body; an empty one, and so {@code Content-Length: 0}, if a method that is expected to have a body has
 *     none (RFC 9110, 8.6)
 * @param transfer how it gets to the server
 * @param confidential names of headers that carry a secret: a redirect does not take them to another server
 */
public record RequestTemplate(
        String method,
        TextTemplate path,
        Map<String, TextTemplate> headers,
        Optional<TextTemplate> body,
        Expectation expect,
        Transfer transfer,
        Set<String> confidential) {

    private static final Set<String> WITH_BODY = Set.of("POST", "PUT", "PATCH");

    public RequestTemplate {
        if (body.isEmpty() && WITH_BODY.contains(method)) {
            body = Optional.of(TextTemplate.of(""));
        }
        headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
        confidential = Set.copyOf(confidential);
        if (path.isFixed() && !path.text().startsWith("/")) {
            throw new IllegalArgumentException("path: must begin with /, got " + path.text());
        }
    }

    /** A request that is always the same, by HTTP/1.1, sent straight to the target; redirects are not followed. */
    public RequestTemplate(
            String method, String path, Map<String, String> headers, Optional<RequestBody> body, Expectation expect) {
        this(method, path, headers, body, expect, Transfer.PLAIN);
    }

    /** A request that is always the same, without a header that carries a secret. */
    public RequestTemplate(
            String method,
            String path,
            Map<String, String> headers,
            Optional<RequestBody> body,
            Expectation expect,
            Transfer transfer) {
        this(
                method,
                TextTemplate.of(path),
                changed(headers, TextTemplate::of),
                body.map(TextTemplate::of),
                expect,
                transfer,
                Set.of());
    }

    private static <A, B> Map<String, B> changed(Map<String, A> headers, Function<A, B> change) {
        var changed = new LinkedHashMap<String, B>();
        headers.forEach((name, value) -> changed.put(name, change.apply(value)));
        return changed;
    }

    /** Whether it is always the same. */
    public boolean isFixed() {
        return path.isFixed()
                && headers.values().stream().allMatch(TextTemplate::isFixed)
                && body.map(TextTemplate::isFixed).orElse(true);
    }

    /** The positions of the feeders that it has fields of, each once, in their order. */
    int[] feeders() {
        return Stream.of(Stream.of(path), headers.values().stream(), body.stream())
                .flatMap(texts -> texts)
                .flatMap(text -> text.parts().stream())
                .flatMapToInt(part ->
                        part instanceof TextTemplate.Field field ? IntStream.of(field.feeder()) : IntStream.empty())
                .distinct()
                .sorted()
                .toArray();
    }

    /** This request for one user: what differs between users is settled, what differs between requests is left. */
    public RequestTemplate ofUser(int user) {
        return with(text -> text.ofUser(user));
    }

    /** This request with the values that a user has for it. */
    public RequestTemplate filled(UserValues values) {
        return isFixed() ? this : with(text -> text.filled(values));
    }

    /** Whether the user has every variable that it is made of. */
    boolean canBeFilled(UserValues values) {
        return path.canBeFilled(values)
                && headers.values().stream().allMatch(text -> text.canBeFilled(values))
                && (body.isEmpty() || body.get().canBeFilled(values));
    }

    private RequestTemplate with(UnaryOperator<TextTemplate> change) {
        return new RequestTemplate(
                method, change.apply(path), changed(headers, change), body.map(change), expect, transfer, confidential);
    }

    /** Whether it has a header of its own by that name. */
    public boolean hasHeader(String lowerCaseName) {
        return headers.keySet().stream()
                .anyMatch(name -> name.toLowerCase(Locale.ROOT).equals(lowerCaseName));
    }

    /** The headers of a request that is always the same. */
    public Map<String, String> headerTexts() {
        return changed(headers, TextTemplate::text);
    }

    /** Length of the body, about: values are counted as if they were short; 0 if it has none. */
    public int bodyBytes() {
        return body.map(TextTemplate::length).orElse(0);
    }

    /** This request, whose response may take any time. */
    RequestTemplate withoutTimeLimit() {
        var untimed = new Expectation(
                expect.statuses(),
                expect.bodySize(),
                expect.elements(),
                expect.headers(),
                expect.texts(),
                expect.values(),
                Optional.empty());
        return new RequestTemplate(method, path, headers, body, untimed, transfer, confidential);
    }

    /** This request with the path of one that a user sends again. */
    public RequestTemplate replayed() {
        return withPath(new TextTemplate(List.of(new TextTemplate.LoggedPath())));
    }

    /** This request with a path, and its query, that is always the same. */
    RequestTemplate withPath(String always) {
        return withPath(TextTemplate.of(always));
    }

    private RequestTemplate withPath(TextTemplate other) {
        return new RequestTemplate(method, other, headers, body, expect, transfer, confidential);
    }

    /** This request, transferred in another way. */
    public RequestTemplate with(Transfer other) {
        return new RequestTemplate(method, path, headers, body, expect, other, confidential);
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
     * @param statuses the status codes that count as success; one at least. Where a single one is asked for it is the first
     * @param bodySize length of the body as it comes, if the scenario states one
     * @param elements exact numbers of elements in a JSON body, by the path of an array or object in it: object keys
     *     joined by dots, such as {@code data.items}
     * @param headers texts that headers have to contain, by their names in any case of letters
     * @param texts that the body has to contain, in UTF-8
     * @param values texts of values in a JSON body, by JSON pointer (RFC 6901): {@code /items/0/id}
     * @param within the longest response time that counts as success, above 0
     */
    public record Expectation(
            Set<Integer> statuses,
            Optional<BodySize> bodySize,
            Map<String, Long> elements,
            Map<String, String> headers,
            List<String> texts,
            Map<String, String> values,
            Optional<Duration> within) {
        public Expectation {
            statuses = Collections.unmodifiableSet(new LinkedHashSet<>(statuses));
            elements = Collections.unmodifiableMap(new LinkedHashMap<>(elements));
            headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
            texts = List.copyOf(texts);
            values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
            if (statuses.isEmpty()) {
                throw new IllegalArgumentException("status: needs one at least");
            }
            statuses.forEach(status -> {
                if (status < 100 || status > 599) {
                    throw new IllegalArgumentException("status: must be between 100 and 599, got " + status);
                }
            });
            elements.forEach((path, count) -> {
                if (count < 0) {
                    throw new IllegalArgumentException("elements: must not be negative, got " + path + ": " + count);
                }
            });
            values.keySet().forEach(pointer -> {
                if (!pointer.isEmpty() && !pointer.startsWith("/")) {
                    throw new IllegalArgumentException("values: a pointer must begin with /, got " + pointer);
                }
            });
            within.filter(limit -> !limit.isPositive()).ifPresent(limit -> {
                throw new IllegalArgumentException("within: must be above 0, got " + limit);
            });
        }

        /** Only a status, the length of a body and numbers of elements are expected. */
        public Expectation(int status, OptionalLong bodyBytes, Map<String, Long> elements) {
            this(
                    Set.of(status),
                    bodyBytes.stream().mapToObj(BodySize::exactly).findFirst(),
                    elements,
                    Map.of(),
                    List.of(),
                    Map.of(),
                    Optional.empty());
        }

        /** Nothing is expected within the body. */
        public Expectation(int status, OptionalLong bodyBytes) {
            this(status, bodyBytes, Map.of());
        }

        /** These checks with other statuses. */
        public Expectation withStatuses(Set<Integer> others) {
            return new Expectation(others, bodySize, elements, headers, texts, values, within);
        }

        /** The status of a usual response: the first of them. */
        public int status() {
            return statuses.iterator().next();
        }

        /** Whether it takes more of a body than its length. */
        public boolean looksIntoBody() {
            return !elements.isEmpty() || !texts.isEmpty() || !values.isEmpty();
        }

        /** {@code 200}, {@code 200 or 201}. */
        public String statusesInWords() {
            return statuses.stream().map(String::valueOf).collect(Collectors.joining(" or "));
        }

        /** Whether a response of that status is a success. */
        public boolean allows(int status) {
            return statuses.contains(status);
        }

        /** The length of the body, if there is one that it has to have. */
        public OptionalLong bodyBytes() {
            return bodySize.stream()
                    .filter(size -> size.least() == size.most())
                    .mapToLong(BodySize::least)
                    .findFirst();
        }
    }

    /**
     * Lengths of a body in bytes.
     *
     * @param least not negative
     * @param most not below the least
     */
    public record BodySize(long least, long most) {
        public BodySize {
            if (least < 0) {
                throw new IllegalArgumentException("bodyBytes: must not be negative, got " + least);
            }
            if (most < least) {
                throw new IllegalArgumentException("bodyBytes: must go up, got " + least + " to " + most);
            }
        }

        public static BodySize exactly(long bytes) {
            return new BodySize(bytes, bytes);
        }

        /** {@code 4}, {@code 4 to 10}, {@code 4 or more}. */
        @Override
        public String toString() {
            if (least == most) {
                return Long.toString(least);
            }
            return most == Long.MAX_VALUE ? least + " or more" : least + " to " + most;
        }
    }
}
