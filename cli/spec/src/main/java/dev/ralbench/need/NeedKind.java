package dev.ralbench.need;

import dev.ralbench.yaml.Format;
import dev.ralbench.yaml.Section;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a scenario may say about one kind of dependency.
 *
 * @param name key under {@code needs}, and the first part of the placeholders
 * @param format keys below it
 * @param placeholders names that a target's command and environment may use, without the kind's own
 * @param reader reads what stands there
 */
public record NeedKind(String name, Format format, List<String> placeholders, Reader reader) {
    public NeedKind {
        placeholders = List.copyOf(placeholders);
    }

    /** Reads one dependency; flaws become problems of the section. */
    @FunctionalInterface
    public interface Reader {
        Need read(Section section, Files files);
    }

    /** The files next to a scenario. */
    @FunctionalInterface
    public interface Files {
        /**
         * The text of a file.
         *
         * @throws IllegalArgumentException with the end of a sentence that begins with the key
         */
        String read(String name);
    }

    /** The names of its placeholders in full: {@code mysql.host}. */
    public List<String> words() {
        return placeholders.stream().map(word -> name + "." + word).toList();
    }

    /** Keys in the order of a scenario file. */
    @SafeVarargs
    static Format keys(Map.Entry<String, Format>... entries) {
        var keys = new LinkedHashMap<String, Format>();
        for (var entry : entries) {
            keys.put(entry.getKey(), entry.getValue());
        }
        return new Format.Keys(keys);
    }
}
