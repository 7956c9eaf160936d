package dev.ralbench.result;

import dev.ralbench.Sha256;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The work of one request, found by single requests before the load: variants are only compared if they do the same
 * work. If responses to the same request differ, such as by a time in them, the differing fact is empty: it cannot be
 * compared.
 *
 * @param status of the responses; of several the first that was not expected
 * @param contentType of the responses, without parameters
 * @param bodyBytes length of the body, if it is always the same
 * @param bodySha256 over the body's bytes, if they are always the same
 * @param shapeSha256 over the structure of a JSON body, with all values replaced by their kinds, if it is always the
 *     same; empty for other bodies
 * @param servedPerRequest statements, commands and calls served by servers next to the target, by the server's name
 * @param shown the answer; kept only if no load began because of a difference
 */
public record Work(
        int status,
        Optional<String> contentType,
        Optional<Long> bodyBytes,
        Optional<String> bodySha256,
        Optional<String> shapeSha256,
        Map<String, Double> servedPerRequest,
        Optional<ShownAnswer> shown) {
    public Work {
        servedPerRequest = Collections.unmodifiableMap(new TreeMap<>(servedPerRequest));
    }

    /** The work that one response shows, without that of dependencies. */
    public static Work of(int status, Optional<String> contentType, byte[] body) {
        var type = contentType.map(text -> text.split(";", 2)[0].strip().toLowerCase(Locale.ROOT));
        return new Work(
                status,
                type,
                Optional.of((long) body.length),
                Optional.of(Sha256.of(body)),
                JsonShape.of(body).map(Sha256::of),
                Map.of(),
                Optional.empty());
    }

    /** The same work, with placeholders in place of secrets that the service repeated. */
    public Work masked(UnaryOperator<String> masks) {
        return new Work(status, contentType.map(masks), bodyBytes, bodySha256, shapeSha256, servedPerRequest, shown);
    }

    public Work serving(Map<String, Double> perRequest) {
        return new Work(status, contentType, bodyBytes, bodySha256, shapeSha256, perRequest, shown);
    }

    /** The same work, with the answer for all to see. */
    public Work showing(ShownAnswer answer) {
        return new Work(status, contentType, bodyBytes, bodySha256, shapeSha256, servedPerRequest, Optional.of(answer));
    }

    /**
     * The common result of several probes of the same work. Server counts are the lowest seen: other activity can only
     * add to them.
     *
     * @param expectedStatus of a response as it should be
     * @return empty without looks
     */
    public static Optional<Work> common(List<Work> looks, int expectedStatus) {
        if (looks.isEmpty()) {
            return Optional.empty();
        }
        int status = looks.stream()
                .map(Work::status)
                .filter(each -> each != expectedStatus)
                .findFirst()
                .orElse(expectedStatus);
        return Optional.of(new Work(
                status,
                same(looks, Work::contentType),
                same(looks, Work::bodyBytes),
                same(looks, Work::bodySha256),
                same(looks, Work::shapeSha256),
                least(looks),
                looks.getFirst().shown));
    }

    private static <T> Optional<T> same(List<Work> looks, Function<Work, Optional<T>> fact) {
        var first = fact.apply(looks.getFirst());
        return looks.stream().allMatch(look -> Objects.equals(fact.apply(look), first)) ? first : Optional.empty();
    }

    private static Map<String, Double> least(Collection<Work> looks) {
        var least = new TreeMap<String, Double>();
        looks.forEach(look -> look.servedPerRequest.forEach((name, served) -> least.merge(name, served, Math::min)));
        return least;
    }
}
