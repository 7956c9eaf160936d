package dev.ralbench.command;

import dev.ralbench.Printable;
import dev.ralbench.page.Page;
import dev.ralbench.page.Style;
import dev.ralbench.page.Terminal;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A command's output streams and environment. Only results go to {@code out}; progress, warnings and hints go to
 * {@code err}. Both filter out control sequences for the terminal.
 *
 * @param environment variables of the process
 */
record Console(PrintStream out, PrintStream err, Terminal terminal, Map<String, String> environment) {
    /** A locale such as C.UTF-8 or de_DE.utf8@euro; LC_CTYPE may be the encoding alone, as on a Mac. */
    private static final Pattern UTF_8 = Pattern.compile("(?i)(.*\\.)?utf-?8(@.*)?");

    Console {
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        out = PrintableStream.over(out);
        err = PrintableStream.over(err);
    }

    /**
     * Whether the user wants colours: the conventions of no-color.org and bixense.com/clicolors.
     *
     * @param isTerminal whether the stream in question is one
     */
    boolean isColored(boolean isTerminal) {
        if (!environment.getOrDefault("NO_COLOR", "").isEmpty()) {
            return false;
        }
        var force = environment.getOrDefault("CLICOLOR_FORCE", "");
        boolean isForced = !force.isEmpty() && !force.equals("0");
        return isForced || (isTerminal && !"dumb".equals(environment.get("TERM")));
    }

    /** Whether the locale is one of UTF-8. Without any, as in most containers, the terminal is likely to be. */
    boolean showsUnicode() {
        return Stream.of("LC_ALL", "LC_CTYPE", "LANG")
                .map(name -> environment.getOrDefault(name, ""))
                .filter(locale -> !locale.isEmpty())
                .findFirst()
                .map(locale -> UTF_8.matcher(locale).matches())
                .orElse(true);
    }

    /** Says something on standard error; a terminal gets it broken between words. */
    void tell(String text) {
        lines(text, terminal.errIsTerminal()).forEach(err::println);
    }

    /** Prints a text on standard output; a terminal gets it broken between words. */
    void say(String text) {
        lines(text, terminal.outIsTerminal()).forEach(out::println);
    }

    private List<String> lines(String text, boolean isTerminal) {
        return isTerminal && !text.isEmpty() ? Page.plain(terminal.width()).fitted(text) : List.of(text);
    }

    /** Standard error for a display that moves the cursor. */
    PrintStream drawing() {
        return PrintableStream.over(err).raw();
    }

    /**
     * A standard stream that filters control sequences out of printed text, wherever the text came from: only
     * ralbench's own colours pass. Code that draws over the terminal needs the stream below it.
     */
    private static final class PrintableStream extends PrintStream {
        private final PrintStream raw;

        private PrintableStream(PrintStream raw) {
            super(raw, true, StandardCharsets.UTF_8);
            this.raw = raw;
        }

        static PrintableStream over(PrintStream stream) {
            return stream instanceof PrintableStream printable ? printable : new PrintableStream(stream);
        }

        /** The unfiltered stream, for a display that moves the cursor itself and prints no text from outside. */
        PrintStream raw() {
            return raw;
        }

        /** Filters the text. All other ways to print a text lead to this method or the next one. */
        @Override
        public void print(@Nullable String text) {
            super.print(printable(String.valueOf(text)));
        }

        @Override
        public void print(@Nullable Object object) {
            print(String.valueOf(object));
        }

        private static String printable(String text) {
            if (text.codePoints().noneMatch(Printable::isHidden)) {
                return text;
            }
            var printable = new StringBuilder(text.length());
            var colours = Style.SEQUENCE.matcher(text);
            int from = 0;
            while (colours.find()) {
                printable
                        .append(Printable.lines(text.substring(from, colours.start())))
                        .append(colours.group());
                from = colours.end();
            }
            return printable.append(Printable.lines(text.substring(from))).toString();
        }
    }
}
