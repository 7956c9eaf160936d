package dev.ralbench.process;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Small files of the kernel below a root; a missing or unreadable file is empty. */
public record KernelFiles(Path root) {
    /** Longer than any setting. */
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
        return read(file, PIECE);
    }

    /**
     * Reads a file that is read all the time, without more memory than it takes.
     *
     * @param usual bytes that it rarely has more of; the kernel gives a setting, unlike other files, in one read only
     */
    static Optional<String> read(Path file, int usual) {
        try (var in = new FileInputStream(file.toString())) {
            var bytes = new byte[usual];
            int size = 0;
            for (int length = in.read(bytes); length >= 0; length = in.read(bytes, size, bytes.length - size)) {
                size += length;
                if (size == bytes.length) {
                    bytes = Arrays.copyOf(bytes, 2 * size);
                }
            }
            return Optional.of(new String(bytes, 0, size, StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
