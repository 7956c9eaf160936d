package dev.ralbench.session;

import dev.ralbench.secret.SecretHeaders;
import dev.ralbench.secret.SecretUrl;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** A command line as it is stored in results: as typed, without passwords and secret headers. */
final class StoredCommand {
    /** Alone, or behind short flags: {@code -LH}. */
    private static final Pattern HEADER_OPTION = Pattern.compile("--header|-[A-Za-z]*H");

    private static final Pattern ATTACHED = Pattern.compile("(--header=|-[A-Za-z]*?H=?)(.*:.*)", Pattern.DOTALL);

    private StoredCommand() {}

    static List<String> of(List<String> words) {
        var stored = new ArrayList<String>();
        UnaryOperator<String> next = UnaryOperator.identity();
        for (var word : words) {
            stored.add(SecretUrl.withoutPassword(next.apply(attached(word))));
            next = HEADER_OPTION.matcher(word).matches() ? StoredCommand::header : UnaryOperator.identity();
        }
        return List.copyOf(stored);
    }

    /** A header right behind its option: {@code --header=NAME: VALUE}, {@code -HNAME: VALUE}. */
    private static String attached(String word) {
        var found = ATTACHED.matcher(word);
        return found.matches() ? found.group(1) + header(found.group(2)) : word;
    }

    private static String header(String text) {
        int colon = text.indexOf(':');
        if (colon < 1) {
            return text;
        }
        var value = text.substring(colon + 1).strip();
        var shown = SecretHeaders.shown(text.substring(0, colon).strip(), value);
        return shown.equals(value) ? text : text.substring(0, colon) + ": " + shown;
    }
}
