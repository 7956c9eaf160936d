package dev.ralbench.command;

import dev.ralbench.report.Terminal;
import java.io.PrintStream;
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

    /** Standard error for a display that moves the cursor. */
    PrintStream drawing() {
        return PrintableStream.over(err).raw();
    }
}
