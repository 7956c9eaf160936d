package dev.ralbench.service;

import dev.ralbench.Failure;
import dev.ralbench.NearestName;
import dev.ralbench.dependency.declared.DeclaredKinds;
import dev.ralbench.process.ShellWords;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A shell command in which {@code ${name}} is replaced so that the value reaches the program unchanged, wherever the
 * placeholder stands: bare, within double quotes or within single quotes. Some values are known from the beginning,
 * others, such as the port, only at each start.
 *
 * @param where the key that the command was read from, for messages
 * @param values values known from the beginning
 */
public record CommandTemplate(String where, String command, Map<String, PlaceholderValue> values) {
    static final String JVM_FLAGS = "jvmFlags";
    static final String AOT_CACHE = "aotCache";

    public CommandTemplate {
        values = Map.copyOf(values);
    }

    /** The value of a placeholder. */
    @FunctionalInterface
    public interface PlaceholderValue {
        /** The text to insert. {@code quote} is the quote that is open there, or a space. */
        String in(char quote);

        /** Words that the shell must pass on as they are. */
        static PlaceholderValue words(List<String> words) {
            return quote ->
                    words.stream().map(word -> ShellWords.within(quote, word)).collect(Collectors.joining(" "));
        }

        static PlaceholderValue word(String word) {
            return words(List.of(word));
        }

        /** Text that is shell syntax already. */
        static PlaceholderValue shellText(String text) {
            return quote -> text;
        }
    }

    /** This template with a value added or replaced. */
    CommandTemplate with(String name, PlaceholderValue value) {
        var all = new HashMap<>(values);
        all.put(name, value);
        return new CommandTemplate(where, command, all);
    }

    /** This template with the placeholder of a start-up cache behind its first word, {@code ${java}}. */
    CommandTemplate makingRoomForAotCache() {
        return new CommandTemplate(where, command.replace("${java}", "${java} ${" + AOT_CACHE + "}"), values);
    }

    /** This template with a directory for its JVM's temporary files, unless a flag of the user's own names one. */
    CommandTemplate withTemporary(Path directory) {
        var flags = values.get(JVM_FLAGS);
        if (flags == null) {
            return this;
        }
        var own = PlaceholderValue.word("-Djava.io.tmpdir=" + directory);
        return with(JVM_FLAGS, quote -> (own.in(quote) + " " + flags.in(quote)).stripTrailing());
    }

    /** Whether the command has the placeholder. */
    boolean uses(String name) {
        return command.contains("${" + name + "}");
    }

    /**
     * The command with all placeholders replaced.
     *
     * @param placeholders values known at the start, by name
     */
    public String expand(Map<String, String> placeholders) {
        var all = new HashMap<>(values);
        placeholders.forEach((name, word) -> all.put(name, PlaceholderValue.word(word)));
        var expanded = new StringBuilder();
        char quote = ' ';
        int at = 0;
        while (at < command.length()) {
            if (command.startsWith("${", at)) {
                int end = command.indexOf('}', at);
                var name = command.substring(at + 2, end < 0 ? command.length() : end);
                expanded.append(value(where, name, all).in(quote));
                at += name.length() + 3;
            } else {
                char c = command.charAt(at);
                int length = c == '\\' && quote != '\'' && at + 1 < command.length() ? 2 : 1;
                expanded.append(command, at, at + length);
                quote = length == 1 ? ShellWords.quoteAfter(c, quote) : quote;
                at += length;
            }
        }
        return expanded.toString().strip();
    }

    /**
     * A text whose quotes have no meaning, such as the value of a variable, with all placeholders replaced. As in a
     * shell, {@code ${mysql.host:-none}} has a default for scenarios that do not start the server, and that may be a
     * placeholder again.
     */
    public static String expandText(String where, String text, Map<String, String> placeholders) {
        var expanded = new StringBuilder();
        int at = 0;
        for (int start = text.indexOf("${"); start >= 0; start = text.indexOf("${", at)) {
            int end = endOfPlaceholder(text, start);
            var name = text.substring(start + 2, end);
            expanded.append(text, at, start).append(valueOrDefault(where, name, placeholders));
            at = Math.min(text.length(), end + 1);
        }
        return expanded.append(text, at, text.length()).toString();
    }

    /** Index of the closing brace, or the text's end. A default may hold placeholders with their own braces. */
    private static int endOfPlaceholder(String text, int start) {
        int open = 0;
        for (int i = start; i < text.length(); i++) {
            if (text.startsWith("${", i)) {
                open++;
            } else if (text.charAt(i) == '}' && --open == 0) {
                return i;
            }
        }
        return text.length();
    }

    private static String valueOrDefault(String where, String placeholder, Map<String, String> placeholders) {
        int separator = placeholder.indexOf(":-");
        if (separator < 0) {
            return value(where, placeholder, placeholders);
        }
        var name = placeholder.substring(0, separator);
        return isOfAbsentServer(name, placeholders.keySet())
                ? expandText(where, placeholder.substring(separator + 2), placeholders)
                : value(where, name, placeholders);
    }

    private static <T> T value(String where, String name, Map<String, T> values) {
        var value = values.get(name);
        if (value == null) {
            throw unknown(where, name, values.keySet());
        }
        return value;
    }

    private static Failure unknown(String where, String name, Set<String> known) {
        if (isOfAbsentServer(name, known)) {
            return Failure.usage(
                    where + ": ${" + name + "} stands for something that this scenario does not start",
                    "",
                    "add " + dependency(name) + " to the scenario's needs; docs/reference/scenario.md describes them");
        }
        return Failure.usage(
                where + ": unknown placeholder ${" + name + "}",
                "braces are for ralbench's own placeholders",
                NearestName.hint(name, new TreeSet<>(known))
                        + "; a variable of the shell is written without braces, as $HOME");
    }

    private static boolean isOfAbsentServer(String name, Set<String> known) {
        var prefix = dependency(name) + ".";
        return DeclaredKinds.names().contains(dependency(name))
                && known.stream().noneMatch(key -> key.startsWith(prefix));
    }

    private static String dependency(String name) {
        return name.split("\\.", 2)[0];
    }
}
