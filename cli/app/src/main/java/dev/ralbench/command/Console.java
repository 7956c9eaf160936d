package dev.ralbench.command;

import dev.ralbench.report.Page;
import dev.ralbench.report.Terminal;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;

/**
 * Where a command writes and what it knows of its surroundings. Results go to {@code out} and nothing else does;
 * progress, warnings and hints go to {@code err}. Neither lets through what would give orders to a terminal.
 *
 * @param environment variables of the process
 */
record Console(PrintStream out, PrintStream err, Terminal terminal, Map<String, String> environment) {
    Console {
        out = PrintableStream.over(out);
        err = PrintableStream.over(err);
    }

    /** Says something on standard error; a terminal gets it broken between words. */
    void tell(String text) {
        lines(text, terminal.errIsTerminal()).forEach(err::println);
    }

    /** The same on standard output. */
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
}
