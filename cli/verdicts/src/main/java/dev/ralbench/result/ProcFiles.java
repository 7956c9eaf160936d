package dev.ralbench.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Small files of the kernel below a root; whatever is missing or unreadable is empty. */
record ProcFiles(Path root) {

    boolean exists(String file) {
        return Files.exists(root.resolve(file));
    }

    /** The content without white space at its ends. */
    Optional<String> text(String file) {
        try {
            var content = Files.readString(root.resolve(file)).strip();
            return content.isEmpty() ? Optional.empty() : Optional.of(content);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** The first group of the first match in a file. */
    Optional<String> find(String file, Pattern pattern) {
        return text(file)
                .map(pattern::matcher)
                .filter(Matcher::find)
                .map(match -> match.group(1).strip());
    }

    /** The fields of a file of one line, separated by white space. */
    List<String> fields(String file) {
        return text(file).map(line -> List.of(line.split("\\s+"))).orElse(List.of());
    }
}
