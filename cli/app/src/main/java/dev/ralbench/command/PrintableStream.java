package dev.ralbench.command;

import dev.ralbench.Printable;
import dev.ralbench.report.Style;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A standard stream on which no text from outside gives orders to the terminal, wherever it came in: of what is printed,
 * nothing but ralbench's own colours passes. What draws over the terminal needs the stream below it.
 */
final class PrintableStream extends PrintStream {
    private final PrintStream raw;

    private PrintableStream(PrintStream raw) {
        super(raw, true, StandardCharsets.UTF_8);
        this.raw = raw;
    }

    static PrintableStream over(PrintStream stream) {
        return stream instanceof PrintableStream printable ? printable : new PrintableStream(stream);
    }

    /** For what moves the cursor itself, and lets nothing through that came from outside. */
    PrintStream raw() {
        return raw;
    }

    /** All other ways to print a text lead to this one, or to the next. */
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
