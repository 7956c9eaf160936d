package dev.ralbench.page;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Asks a terminal for its width, by {@code stty}. */
final class TerminalWidth {
    private static final Pattern ROWS_AND_COLUMNS = Pattern.compile("\\d{1,5} ([1-9]\\d{0,4})\\s*");

    private TerminalWidth() {}

    /**
     * Columns; empty if the stream is no terminal, or {@code stty} is missing.
     *
     * @param stream 1 for standard output, 2 for standard error
     */
    static Optional<Integer> of(int stream) {
        boolean isOut = stream == 1;
        // The stream is handed over, not the name of its device: after su, another user's may not be opened. The answer
        // comes by the other stream.
        var command = isOut ? "exec stty size <&1 >&2" : "exec stty size <&2 2>/dev/null";
        var builder = new ProcessBuilder("/bin/sh", "-c", command);
        try {
            var process = (isOut ? builder.redirectOutput(Redirect.INHERIT) : builder.redirectError(Redirect.INHERIT))
                    .start();
            try (var answer = isOut ? process.getErrorStream() : process.getInputStream()) {
                return columns(new String(answer.readAllBytes(), StandardCharsets.US_ASCII));
            }
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    static Optional<Integer> columns(String answer) {
        return Optional.of(ROWS_AND_COLUMNS.matcher(answer))
                .filter(Matcher::matches)
                .map(matcher -> Integer.parseInt(matcher.group(1)));
    }
}
