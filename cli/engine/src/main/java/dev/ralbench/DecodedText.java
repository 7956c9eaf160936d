package dev.ralbench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Text that the JVM has decoded from bytes outside: arguments and environment variables. Bytes that are no text become
 * U+FFFD, which a user may also have written: the kernel still has the bytes, and tells which it is.
 *
 * @param process the kernel's directory of the process that got them
 */
public record DecodedText(Path process) {
    /** Stands for bytes that are not of the encoding. */
    private static final int SUBSTITUTE = 0xfffd;

    public static DecodedText ofThisProcess() {
        return new DecodedText(Path.of("/proc/self"));
    }

    /** Whether an argument is the one that the user wrote: no part of it could not be decoded. */
    public boolean isCompleteArgument(List<String> arguments, int index) {
        var text = arguments.get(index);
        if (isUndoubted(text)) {
            return true;
        }
        var words = words("cmdline").toList(); // those of the JVM itself come first
        int at = words.size() - arguments.size() + index;
        return at >= 0 && isDecodedFrom(words.get(at), text);
    }

    /** The same of a variable of the environment. */
    public boolean isCompleteVariable(String name, String value) {
        return isUndoubted(value) || words("environ").anyMatch(word -> isDecodedFrom(word, name + "=" + value));
    }

    private static boolean isUndoubted(String text) {
        return text.codePoints()
                .noneMatch(sign -> sign == SUBSTITUTE || Character.getType(sign) == Character.SURROGATE);
    }

    /** The words of a file of the kernel, each byte as one character; none if it cannot be read. */
    private Stream<String> words(String file) {
        try {
            var bytes = Files.readString(process.resolve(file), StandardCharsets.ISO_8859_1);
            return bytes.isEmpty()
                    ? Stream.empty()
                    : Stream.of(bytes.substring(0, bytes.length() - 1).split("\0", -1));
        } catch (IOException e) {
            return Stream.empty();
        }
    }

    private static boolean isDecodedFrom(String bytes, String text) {
        try {
            var decoder = StandardCharsets.UTF_8.newDecoder();
            return decoder.decode(ByteBuffer.wrap(bytes.getBytes(StandardCharsets.ISO_8859_1)))
                    .toString()
                    .equals(text);
        } catch (CharacterCodingException e) {
            return false;
        }
    }
}
