package dev.ralbench.secret;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds {@code ${env:NAME}} in texts: the place where the value of an environment variable is filled in. */
public final class Placeholders {
    private static final String PREFIX = "env:";
    private static final String BEGIN = "${" + PREFIX;
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{env:([A-Za-z_][A-Za-z0-9_]*)}");

    private Placeholders() {}

    /** The placeholder of a variable. */
    public static String of(String name) {
        return "${" + word(name) + "}";
    }

    /** The text between the braces. */
    public static String word(String name) {
        return PREFIX + name;
    }

    /** Whether at least one is in the text. */
    public static boolean areIn(String text) {
        return PLACEHOLDER.matcher(text).find();
    }

    /** Whether the text is one placeholder and nothing else. */
    public static boolean isOne(String text) {
        return PLACEHOLDER.matcher(text).matches();
    }

    /** Whether something in the text begins like a placeholder and is not one. */
    public static boolean areBrokenIn(String text) {
        return replaced(text, name -> " ").contains(BEGIN);
    }

    /** Whether something in the text is a placeholder, or begins like one. */
    public static boolean areMeantIn(String text) {
        return text.contains(BEGIN);
    }

    /** Names of the variables, in the order of the text; a name may come several times. */
    public static List<String> names(String text) {
        return PLACEHOLDER.matcher(text).results().map(found -> found.group(1)).toList();
    }

    /**
     * The text with every placeholder replaced.
     *
     * @param value takes the name of a variable and gives the text that replaces its placeholder
     */
    public static String replaced(String text, UnaryOperator<String> value) {
        return PLACEHOLDER.matcher(text).replaceAll(found -> Matcher.quoteReplacement(value.apply(found.group(1))));
    }

    /** The text with everything changed that is not a placeholder. */
    public static String around(String text, UnaryOperator<String> change) {
        var changed = new StringBuilder();
        var found = PLACEHOLDER.matcher(text);
        int at = 0;
        while (found.find()) {
            changed.append(change.apply(text.substring(at, found.start()))).append(found.group());
            at = found.end();
        }
        return changed.append(change.apply(text.substring(at))).toString();
    }
}
