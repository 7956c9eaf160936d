package dev.ralbench.secret;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Headers that usually carry a secret, by their names. */
public final class SecretHeaders {
    /** Stands in results and documents for a value that was written in clear. */
    public static final String REDACTED = "<redacted>";

    /** A header is one of them if its name contains one of these, in capitals or not. */
    private static final List<String> WORDS = List.of(
            "authorization", "cookie", "api-key", "apikey", "api_key", "token", "secret", "password", "credential");

    /** A placeholder of any kind: of the environment, a variable of a journey, or another value. */
    private static final Pattern FILLED_IN = Pattern.compile("\\$\\{[^{}]+}");

    private static final String BASIC = "Basic ";
    /** A shorter part of a value, such as {@code Bearer}, may be a word of any text. */
    private static final int SHORTEST_PART = 8;

    /** A placeholder, or a word between placeholders. */
    private static final Pattern PART = Pattern.compile(FILLED_IN + "|(?<word>(?:(?!" + FILLED_IN + ")[^\\s;,=\"])+)");

    private SecretHeaders() {}

    private static boolean isSecret(String name) {
        var lowerCase = name.toLowerCase(Locale.ROOT);
        return WORDS.stream().anyMatch(lowerCase::contains);
    }

    /** The names of the headers that carry a secret: usually, or because a variable is in the value. */
    public static Set<String> confidential(Map<String, String> headers) {
        return headers.entrySet().stream()
                .filter(header -> isSecret(header.getKey()) || Placeholders.areIn(header.getValue()))
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Whether a header usually carries a secret and a part of its value is written in clear, which is not to be stored. */
    public static boolean isInClear(String name, String value) {
        return !shown(name, value).equals(value);
    }

    /**
     * The value as it may be shown and stored. Without a placeholder nothing of it is; next to placeholders, which stay, no
     * part that may be a secret. The name of a scheme or of a cookie is none.
     */
    public static String shown(String name, String value) {
        if (!isSecret(name) || value.isBlank()) {
            return value;
        }
        return FILLED_IN.matcher(value).find()
                ? PART.matcher(value)
                        .replaceAll(part -> Matcher.quoteReplacement(isSecret(part, value) ? REDACTED : part.group()))
                : REDACTED;
    }

    /**
     * Whether a part is a long word that is neither the value's first one nor before the value of a pair. After {@code =} or a
     * quote it is such a value, even if another {@code =} follows: Base64 may end so.
     */
    private static boolean isSecret(MatchResult part, String value) {
        boolean isScheme = part.start() == 0 && value.startsWith(" ", part.end());
        boolean isValue = part.start() > 0 && "=\"".indexOf(value.charAt(part.start() - 1)) >= 0;
        boolean isOfPair = !isValue
                && value.startsWith("=", part.end())
                && part.end() + 1 < value.length()
                && "=;, ".indexOf(value.charAt(part.end() + 1)) < 0;
        return part.group("word") != null && part.group().length() >= SHORTEST_PART && !isScheme && !isOfPair;
    }

    /** The headers whose values are written in clear and must not be stored. */
    public static List<String> inClear(Map<String, String> headers) {
        return headers.entrySet().stream()
                .filter(header -> isInClear(header.getKey(), header.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    /**
     * The texts in the values of such headers that must appear nowhere and are no placeholder's value: each value in
     * clear, the parts of it that a service reads, and what Basic authentication encodes, in clear or not.
     *
     * @param filled gives a value with the values of its placeholders
     */
    public static Set<String> secretTexts(Map<String, String> headers, UnaryOperator<String> filled) {
        return headers.entrySet().stream()
                .filter(header -> isSecret(header.getKey()))
                .flatMap(header -> {
                    var value = header.getValue();
                    var inClear = FILLED_IN.matcher(value).find()
                            ? PART.matcher(value)
                                    .results()
                                    .filter(part -> isSecret(part, value))
                                    .map(MatchResult::group)
                            : isInClear(header.getKey(), value)
                                    ? Stream.concat(Stream.of(value), parts(value))
                                    : Stream.<String>empty();
                    return Stream.concat(inClear, credentials(filled.apply(value)));
                })
                .collect(Collectors.toUnmodifiableSet());
    }

    /** The words of it, and the values of its pairs. */
    private static Stream<String> parts(String value) {
        return Stream.of(value.split("[ ;,]+"))
                .flatMap(word ->
                        Stream.of(word, word.substring(word.indexOf('=') + 1).replace("\"", "")))
                .filter(part -> part.length() >= SHORTEST_PART);
    }

    /** User and password, and the password alone. */
    private static Stream<String> credentials(String value) {
        if (!value.regionMatches(true, 0, BASIC, 0, BASIC.length())) {
            return Stream.empty();
        }
        try {
            var encoded = value.substring(BASIC.length()).strip();
            var decoded = new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
            return Stream.of(decoded, decoded.substring(decoded.indexOf(':') + 1));
        } catch (IllegalArgumentException e) {
            return Stream.empty(); // sent as it is, whatever the service makes of it
        }
    }

    /** The first header whose value was left out when the scenario was stored. */
    public static Optional<String> firstRedacted(Map<String, String> headers) {
        return headers.entrySet().stream()
                .filter(header -> header.getValue().contains(REDACTED))
                .map(Map.Entry::getKey)
                .findFirst();
    }
}
