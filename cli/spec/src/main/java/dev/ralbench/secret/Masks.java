package dev.ralbench.secret;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Puts placeholders in place of secret values, in whatever form a text from elsewhere may have them. */
final class Masks {
    /** A shorter value is part of too many words to be masked, and too short for a secret. */
    private static final int SHORTEST_MASKED = 4;

    private static final Pattern ESCAPED = Pattern.compile("\\\\u([0-9a-f]{4})");
    private static final int HEXADECIMAL = 16;
    private static final int LAST_ASCII = 127;

    /** What is masked, in lower case, and by what. */
    private final Map<String, String> masks;
    /** Finds what is masked, the longest first: one value may be part of another. */
    private final Pattern masked;

    /** @param values by the names of their variables */
    Masks(Map<String, String> values) {
        this.masks = byForm(values);
        this.masked = Pattern.compile(
                this.masks.keySet().stream()
                        .sorted(Comparator.comparingInt(String::length).reversed())
                        .map(Masks::escapedOrNot)
                        .collect(Collectors.joining("|")),
                Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
    }

    private static Map<String, String> byForm(Map<String, String> values) {
        var masks = new HashMap<String, String>();
        new TreeMap<>(values)
                .forEach((name, value) ->
                        forms(value).forEach(form -> masks.putIfAbsent(lowerCase(form), Placeholders.of(name))));
        return Map.copyOf(masks);
    }

    /** Messages are counted in lower case. */
    private static String lowerCase(String form) {
        return form.toLowerCase(Locale.ROOT);
    }

    private static Stream<String> forms(String value) {
        if (value.length() < SHORTEST_MASKED) {
            return Stream.empty();
        }
        var bytes = value.getBytes(StandardCharsets.UTF_8);
        return Stream.of(
                value,
                Secrets.inForm(value),
                Secrets.inUrl(value),
                Base64.getEncoder().encodeToString(bytes),
                Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    /** A pattern of the form itself, and of the ways in which writers of JSON escape it: some escape only some signs. */
    private static String escapedOrNot(String form) {
        return form.codePoints()
                .mapToObj(sign -> {
                    var itself = Pattern.quote(Character.toString(sign));
                    boolean isPlain = sign < LAST_ASCII && Character.isLetterOrDigit(sign);
                    return isPlain || sign > Character.MAX_VALUE
                            ? itself
                            : "(?:" + itself + "|\\\\" + itself + "|" + String.format("\\\\u%04x", sign) + ")";
                })
                .collect(Collectors.joining());
    }

    private static String unescaped(String text) {
        var signs = ESCAPED.matcher(text)
                .replaceAll(found ->
                        Matcher.quoteReplacement(Character.toString(Integer.parseInt(found.group(1), HEXADECIMAL))));
        return signs.replaceAll("\\\\(.)", "$1");
    }

    /** Whether there is nothing to mask. */
    boolean isEmpty() {
        return masks.isEmpty();
    }

    /** The text with placeholders in place of the values. */
    String apply(String text) {
        if (masks.isEmpty()) {
            return text;
        }
        return masked.matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(placeholder(lowerCase(found.group()))));
    }

    private String placeholder(String form) {
        return masks.getOrDefault(form, masks.getOrDefault(unescaped(form), "***"));
    }
}
