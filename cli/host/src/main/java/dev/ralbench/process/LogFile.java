package dev.ralbench.process;

import dev.ralbench.Printable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * A target's output. A long one has lost its middle: see {@link LogCut}.
 *
 * @param masks puts placeholders in place of secrets. It sees the text before it is cut into lines and indented, since a
 *     secret may have several lines
 */
public record LogFile(Path path, UnaryOperator<String> masks) {
    /** Enough for the stack traces of a framework, whose first line says what happened. */
    private static final int TAIL_BYTES = 128 * 1024;

    private static final Pattern LINE_BREAK = Pattern.compile("\\R");
    private static final int TAIL_LINES = 15;

    private static final int LONGEST_LINE = 500;

    /** The operating system's words, Node's, and Spring Boot's. */
    private static final Pattern ADDRESS_IN_USE = Pattern.compile(
            "address (is )?already in use|EADDRINUSE|port \\d+ (was|is) already in use|errno 98",
            Pattern.CASE_INSENSITIVE);

    /** The output of a service that knows no secrets. */
    public LogFile(Path path) {
        this(path, UnaryOperator.identity());
    }

    /** The last lines, in printable form; empty if there are none. */
    public String tail() {
        return String.join("\n", tail(lines()));
    }

    /** The error that it ends with, or else its last lines, in printable form; empty if there are none. */
    public String ending() {
        var lines = lines();
        return String.join("\n", LastError.in(lines).map(LastError::lines).orElseGet(() -> tail(lines)));
    }

    /** The same as a part of a message. */
    public String endingForMessage() {
        var lines = lines();
        if (lines.isEmpty()) {
            return "it wrote nothing";
        }
        var error = LastError.in(lines);
        var quoted = error.map(LastError::lines).orElseGet(() -> tail(lines));
        return (error.isPresent() ? "the last error in its output:" : "the last lines of its output:") + "\n"
                + String.join("\n", quoted).indent(2).stripTrailing();
    }

    private List<String> lines() {
        return Printable.output(masks.apply(end()))
                .stripTrailing()
                .lines()
                .map(line -> line.length() > LONGEST_LINE ? line.substring(0, LONGEST_LINE) + " ..." : line)
                .toList();
    }

    private static List<String> tail(List<String> lines) {
        var told = lines.stream().filter(line -> !LastError.isCount(line)).toList();
        return told.subList(Math.max(0, told.size() - TAIL_LINES), told.size());
    }

    public boolean saysAddressInUse() {
        return ADDRESS_IN_USE.matcher(end()).find();
    }

    /** A log can be long, so only its end is read. */
    private String end() {
        try (var channel = Files.newByteChannel(path)) {
            var text = end(channel);
            return text.isEmpty()
                    ? end(channel)
                    : text; // it may have been cut between the look at its size and the read
        } catch (IOException e) {
            // Only ever part of a message about something else, which must not be replaced by this.
            return "";
        }
    }

    private static String end(SeekableByteChannel channel) throws IOException {
        long start = Math.max(0, channel.size() - TAIL_BYTES);
        channel.position(start);
        var bytes = ByteBuffer.allocate(TAIL_BYTES);
        while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
            // read on until the buffer is full or the file ends
        }
        var text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
        return start == 0 ? text : fromFirstBreak(text);
    }

    /** A line, or at least a word, whose beginning is missing might be the rest of a secret. */
    private static String fromFirstBreak(String text) {
        var found = LINE_BREAK.matcher(text);
        return found.find() ? text.substring(found.end()) : text.replaceFirst("^\\S++", "");
    }
}
