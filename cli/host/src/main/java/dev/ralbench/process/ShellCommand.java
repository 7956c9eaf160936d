package dev.ralbench.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A command line for {@code /bin/sh -c}. If it is one program, the shell replaces itself by it ({@code exec}): then the
 * process that was started is the program, with its exit code, and signals reach it directly. If it is more, the shell
 * stays and the program is its child.
 */
public record ShellCommand(String text) {
    private static final String SHELL_OPERATORS = ";&|(){}`\n";
    private static final Pattern ASSIGNMENTS =
            Pattern.compile("\\s*(?:[A-Za-z_][A-Za-z0-9_]*=(?:[^\\s'\"\\\\]|'[^']*'|\"[^\"]*\")*\\s+)*");
    private static final Pattern SETS_PATH = Pattern.compile("(^|\\s)PATH=");
    /** What a shell may replace in a word, or take for something else than a part of it. */
    private static final Pattern EXPANDED = Pattern.compile("[$*?\\[~<>\\\\]");

    private static final Set<String> SHELL_WORDS =
            Set.of("exec", ".", "eval", "command", "cd", "export", "set", "if", "while", "until", "for", "case", "!");

    /**
     * Ctrl-C in a terminal reaches every process of the foreground group. The target has to outlive it, so that it can
     * still answer requests in flight; SIGTERM ends it in any case. A program that the shell becomes keeps ignoring it.
     */
    private static final String IGNORE_CTRL_C = "trap '' INT; ";

    public List<String> arguments() {
        return arguments(Optional.empty());
    }

    /**
     * As for {@link ProcessBuilder}.
     *
     * @param directory that it is run in, if not that of ralbench
     */
    public List<String> arguments(Optional<Path> directory) {
        var there = directory
                .map(path -> "cd -- " + ShellWords.quoted(path.toString()) + " || exit; ")
                .orElse("");
        return List.of("/bin/sh", "-c", IGNORE_CTRL_C + there + line());
    }

    /** The line that the shell gets. {@code A=b program} becomes {@code A=b exec program}, which keeps the assignment. */
    public String line() {
        int start = afterAssignments();
        return isOneProgram() ? text.substring(0, start) + "exec " + text.substring(start) : text;
    }

    /** The program that the shell becomes, as the command names it; empty if only the shell knows which that is. */
    public Optional<String> program() {
        return isOneProgram()
                ? ShellWords.split(text.substring(afterAssignments())).stream()
                        .findFirst()
                        .filter(word -> !EXPANDED.matcher(word).find())
                        .filter(word -> word.contains("/") || !setsPath())
                : Optional.empty();
    }

    /** The shell looks for the program where the command says. */
    private boolean setsPath() {
        return SETS_PATH.matcher(text.substring(0, afterAssignments())).find();
    }

    private boolean isOneProgram() {
        var firstWord = text.substring(afterAssignments()).split("\\s", 2)[0];
        return !hasOperators() && !firstWord.isEmpty() && !SHELL_WORDS.contains(firstWord);
    }

    private int afterAssignments() {
        var assignments = ASSIGNMENTS.matcher(text);
        return assignments.lookingAt() ? assignments.end() : 0;
    }

    /** Operators within quotes count only if the shell would see them; in doubt there is no {@code exec}. */
    private boolean hasOperators() {
        char quote = ' ';
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '\\' && quote != '\'') {
                at++;
            } else if (quote == ' ' && SHELL_OPERATORS.indexOf(c) >= 0) {
                return true;
            } else {
                quote = ShellWords.quoteAfter(c, quote);
            }
        }
        return false;
    }
}
