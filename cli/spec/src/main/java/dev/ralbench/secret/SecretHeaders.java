package dev.ralbench.secret;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Headers that usually carry a secret, by their names. */
public final class SecretHeaders {
    /** Stands in results and documents for a value that was written in clear. */
    public static final String REDACTED = "<redacted>";

    /** A header is one of them if its name contains one of these, in capitals or not. */
    private static final List<String> WORDS = List.of(
            "authorization", "cookie", "api-key", "apikey", "api_key", "token", "secret", "password", "credential");

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

    /** Whether a header usually carries a secret and its value is written in clear: no placeholder is in it. */
    public static boolean isInClear(String name, String value) {
        return isSecret(name) && !value.isBlank() && !Placeholders.areIn(value) && !value.equals(REDACTED);
    }

    /** The value as it may be shown and stored. */
    public static String shown(String name, String value) {
        return isInClear(name, value) ? REDACTED : value;
    }

    /** The headers whose values are written in clear and must not be stored. */
    public static List<String> inClear(Map<String, String> headers) {
        return headers.entrySet().stream()
                .filter(header -> isInClear(header.getKey(), header.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** The first header whose value was left out when the scenario was stored. */
    public static Optional<String> firstRedacted(Map<String, String> headers) {
        return headers.entrySet().stream()
                .filter(header -> header.getValue().equals(REDACTED))
                .map(Map.Entry::getKey)
                .findFirst();
    }
}
