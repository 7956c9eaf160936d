package dev.ralbench.command;

import dev.ralbench.report.Terminal;
import java.io.PrintStream;
import java.util.Map;

/**
 * Where a command writes and what it knows of its surroundings. Results go to {@code out} and nothing else does;
 * progress, warnings and hints go to {@code err}.
 *
 * @param environment variables of the process
 */
record Console(PrintStream out, PrintStream err, Terminal terminal, Map<String, String> environment) {}
