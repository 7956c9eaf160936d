package dev.ralbench.process;

import dev.ralbench.Printable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * A target's output.
 *
 * @param masks puts placeholders in place of secrets. It sees the text before it is cut into lines and indented, since a
 *     secret may have several lines
 */
public record LogFile(Path path, UnaryOperator<String> masks) {
    private static final int TAIL_BYTES = 16 * 1024;
    private static final Pattern LINE_BREAK = Pattern.compile("\\R");
    private static final int TAIL_LINES = 15;

    private static final String TAIL_BEGIN = "the last lines of its output:";

    /** The text that {@link #tailForMessage} adds. */
    public static final Pattern TAIL = Pattern.compile(TAIL_BEGIN + "(?:\n {2}.*)+");

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
        var lines = Printable.output(masks.apply(end())).stripTrailing().lines().toList();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
    }

    /** The last lines as a part of a message. */
    public String tailForMessage() {
        var tail = tail();
        return tail.isEmpty()
                ? "it wrote nothing"
                : TAIL_BEGIN + "\n" + tail.indent(2).stripTrailing();
    }

    public boolean saysAddressInUse() {
        return ADDRESS_IN_USE.matcher(end()).find();
    }

    /** A log can grow to gigabytes, so only its end is read. */
    private String end() {
        try (var channel = Files.newByteChannel(path)) {
            long start = Math.max(0, channel.size() - TAIL_BYTES);
            channel.position(start);
            var bytes = ByteBuffer.allocate(TAIL_BYTES);
            while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
                // read on until the buffer is full or the file ends
            }
            var text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
            return start == 0 ? text : fromFirstBreak(text);
        } catch (IOException e) {
            // Only ever part of a message about something else, which must not be replaced by this.
            return "";
        }
    }

    /** A line, or at least a word, whose beginning is missing might be the rest of a secret. */
    private static String fromFirstBreak(String text) {
        var found = LINE_BREAK.matcher(text);
        return found.find() ? text.substring(found.end()) : text.replaceFirst("^\\S++", "");
    }
}
