package dev.ralbench.yaml;

import java.util.Collection;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A key and its value that YAML takes for one word, because they lack a colon with a space behind it: {@code path:/a},
 * {@code users=50}, {@code path /a}.
 */
record SpacelessPair(String key, String value) {
    private static final Pattern PAIR =
            Pattern.compile("(?<key>[A-Za-z]+)(?: *[:=] *| +)(?<value>[^ :=].*)", Pattern.DOTALL);

    /** The pair that a text was meant as; empty if it does not begin with one of the known keys. */
    static Optional<SpacelessPair> in(String text, Collection<String> known) {
        var parts = PAIR.matcher(text);
        return parts.matches() && known.contains(parts.group("key"))
                ? Optional.of(new SpacelessPair(parts.group("key"), parts.group("value")))
                : Optional.empty();
    }

    /** The second half of a message. */
    String correction() {
        return "write " + key + ": " + value + ", with a colon and a space";
    }
}
