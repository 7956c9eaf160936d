package dev.ralbench.secret;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Puts placeholders in place of secret values, in whatever form a text from elsewhere may have them. */
final class Masks {
    /** A shorter value is part of too many words to be masked, and too short for a secret. */
    private static final int SHORTEST_MASKED = 4;
    /** Of a value of several lines, a shorter line alone says little, and may be part of any text. */
    private static final int SHORTEST_LINE = 8;
    /** A longer value is masked in pieces, since a regular expression of it would need much stack. */
    private static final int LONGEST_PIECE = 512;

    /** What replaces the match of each group of the pattern, in the order of the groups. */
    private final List<String> replacements;
    /** Finds what is masked, the longest first: one value may be part of another. */
    private final Pattern masked;
    /** The same replacement several times in a row, as of a value in pieces. */
    private final Pattern repeated;

    /**
     * @param values by the names of their variables
     * @param hidden values without a variable
     */
    Masks(Map<String, String> values, Collection<String> hidden) {
        var byText = new LinkedHashMap<String, String>();
        new TreeMap<>(values)
                .forEach((name, value) ->
                        pieces(value).forEach(text -> byText.putIfAbsent(text, Placeholders.of(name))));
        hidden.stream()
                .sorted()
                .flatMap(Masks::pieces)
                .forEach(text -> byText.putIfAbsent(text, SecretHeaders.REDACTED));
        var longestFirst = byText.keySet().stream()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
        this.replacements = longestFirst.stream().map(byText::get).toList();
        this.masked = Pattern.compile(
                longestFirst.stream()
                        .map(text -> "(" + WrittenForms.of(text).collect(Collectors.joining("|")) + ")")
                        .collect(Collectors.joining("|")),
                Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
        this.repeated = Pattern.compile(replacements.stream()
                .distinct()
                .map(Pattern::quote)
                .map(text -> "(" + text + ")(?:\\s*+" + text + ")++")
                .collect(Collectors.joining("|")));
    }

    /** The texts that are looked for: the value without the white space around it, its lines, and what it is cut into. */
    private static Stream<String> pieces(String value) {
        var text = value.strip();
        var whole = text.length() <= LONGEST_PIECE ? Stream.of(text) : Stream.<String>empty();
        var lines = text.lines()
                .map(String::strip)
                .filter(line -> line.length() >= SHORTEST_LINE)
                .flatMap(Masks::cut);
        return Stream.concat(whole, lines)
                .filter(piece -> piece.length() >= SHORTEST_MASKED)
                .distinct();
    }

    /** Never between the two halves of a sign. */
    private static Stream<String> cut(String line) {
        var pieces = new ArrayList<String>();
        int from = 0;
        while (line.length() - from > LONGEST_PIECE) {
            int to = from + LONGEST_PIECE - (Character.isHighSurrogate(line.charAt(from + LONGEST_PIECE - 1)) ? 1 : 0);
            pieces.add(line.substring(from, to));
            from = to;
        }
        pieces.add(line.substring(from));
        return pieces.stream();
    }

    /** Whether there is nothing to mask. */
    boolean isEmpty() {
        return replacements.isEmpty();
    }

    /** The text with placeholders in place of the values. */
    String apply(String text) {
        if (isEmpty()) {
            return text;
        }
        var once =
                masked.matcher(text).replaceAll(found -> Matcher.quoteReplacement(replacements.get(group(found) - 1)));
        return once.equals(text)
                ? text
                : repeated.matcher(once).replaceAll(found -> Matcher.quoteReplacement(found.group(group(found))));
    }

    private static int group(MatchResult found) {
        return IntStream.rangeClosed(1, found.groupCount())
                .filter(group -> found.start(group) >= 0)
                .findFirst()
                .orElseThrow();
    }
}
