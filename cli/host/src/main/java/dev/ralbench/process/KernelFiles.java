package dev.ralbench.process;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Small files of the kernel below a root; a missing or unreadable file is empty. */
public record KernelFiles(Path root) {
    private static final int PIECE = 8192;

    public boolean exists(String file) {
        return Files.exists(root.resolve(file));
    }

    /** The content without white space at its ends. */
    public Optional<String> text(String file) {
        return read(root.resolve(file)).map(String::strip).filter(content -> !content.isEmpty());
    }

    /** The first group of the first match in a file. */
    public Optional<String> find(String file, Pattern pattern) {
        return text(file)
                .map(pattern::matcher)
                .filter(Matcher::find)
                .map(match -> match.group(1).strip());
    }

    /** The fields of a file of one line, separated by white space. */
    public List<String> fields(String file) {
        return text(file).map(line -> List.of(line.split("\\s+"))).orElse(List.of());
    }

    /** Latin 1 takes any bytes: a program may name its threads as it likes. */
    static Optional<String> read(Path file) {
        try (var in = Files.newInputStream(file)) {
            return Optional.of(new String(bytes(in), StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Reads large pieces: the kernel gives a setting in one read only, and the JDK would begin with one byte. */
    private static byte[] bytes(InputStream in) throws IOException {
        var bytes = new ByteArrayOutputStream();
        var piece = new byte[PIECE];
        for (int length = in.read(piece); length >= 0; length = in.read(piece)) {
            bytes.write(piece, 0, length);
        }
        return bytes.toByteArray();
    }
}
