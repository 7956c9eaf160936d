package dev.ralbench.secret;

import dev.ralbench.Failure;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The values of the environment variables that a scenario names. A value leaves this class only to be sent. Everything
 * that is printed or stored has the placeholder.
 */
public final class Secrets {
    /** A shorter value is part of too many words to be masked, and too short for a secret. */
    private static final int SHORTEST_MASKED = 4;

    private final Map<String, String> values;
    /** What is masked, in lower case, and by what. */
    private final Map<String, String> masks;
    /** Finds what is masked, the longest first: one value may be part of another. */
    private final Pattern masked;

    private Secrets(Map<String, String> values) {
        this.values = Map.copyOf(values);
        this.masks = masks(this.values);
        this.masked = Pattern.compile(
                this.masks.keySet().stream()
                        .sorted(Comparator.comparingInt(String::length).reversed())
                        .map(Pattern::quote)
                        .collect(Collectors.joining("|")),
                Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
    }

    /** The secrets of a scenario that names no variable. */
    public static Secrets none() {
        return new Secrets(Map.of());
    }

    /** The values by the names of their variables. */
    public static Secrets of(Map<String, String> values) {
        return new Secrets(values);
    }

    /**
     * Some variables of an environment; the names that it lacks are left out.
     *
     * @param names of the variables
     */
    public static Secrets of(Collection<String> names, Map<String, String> environment) {
        var values = new HashMap<>(environment);
        values.keySet().retainAll(names);
        return new Secrets(values);
    }

    private static Map<String, String> masks(Map<String, String> values) {
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
                inForm(value),
                inUrl(value),
                Base64.getEncoder().encodeToString(bytes),
                Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    /** The text with all values filled in as they are. */
    public String filled(String text) {
        return filled(text, UnaryOperator.identity());
    }

    /**
     * The text with all values filled in.
     *
     * @param encoding how a value is written there, such as {@link #inForm}
     */
    public String filled(String text, UnaryOperator<String> encoding) {
        return Placeholders.replaced(text, name -> encoding.apply(value(name)));
    }

    private String value(String name) {
        var value = values.get(name);
        if (value == null) {
            throw new IllegalStateException("no value was read for " + Placeholders.of(name));
        }
        return value;
    }

    /** A value in the body of a form. */
    public static String inForm(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }

    /** A value in a URL: unlike in a form, a space is not a plus sign. */
    public static String inUrl(String value) {
        return inForm(value).replace("+", "%20");
    }

    /** The values by what stands between the braces of their placeholders. */
    public Map<String, String> placeholders() {
        return byWord(name -> value(name));
    }

    /** The placeholders themselves by what stands between their braces. */
    public Map<String, String> shownPlaceholders() {
        return byWord(Placeholders::of);
    }

    private Map<String, String> byWord(UnaryOperator<String> text) {
        var placeholders = new HashMap<String, String>();
        values.keySet().forEach(name -> placeholders.put(Placeholders.word(name), text.apply(name)));
        return placeholders;
    }

    /** A text from elsewhere, such as a library's message or a service's output, with placeholders in place of the values. */
    public String masked(String text) {
        if (masks.isEmpty()) {
            return text;
        }
        return masked.matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(masks.getOrDefault(lowerCase(found.group()), "***")));
    }

    /** The failure with placeholders in place of the values. */
    public Failure masked(Failure failure) {
        if (masks.isEmpty()) {
            return failure;
        }
        return new Failure(failure.kind(), masked(failure.what()), masked(failure.why()), masked(failure.fix()))
                .causedBy(failure);
    }

    /** Without the values. */
    @Override
    public String toString() {
        return List.copyOf(values.keySet()).toString();
    }
}
