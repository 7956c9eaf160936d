package dev.ralbench.dependency.declared;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * One kind of dependency that a scenario may name; its keys are those under {@code needs} in {@code scenario.schema.json}.
 *
 * @param name key under {@code needs}, and the first part of the placeholders
 * @param placeholders names that a target's command and environment may use, without the kind's own
 * @param reader reads its keys
 */
public record DeclaredKind(String name, List<String> placeholders, DeclarationReader reader) {
    public DeclaredKind {
        placeholders = List.copyOf(placeholders);
    }

    /** The files next to a scenario. */
    public interface Files {
        /**
         * The text of a file.
         *
         * @throws IllegalArgumentException with the end of a sentence that begins with the key
         */
        String read(String name);

        /**
         * The text of a file of data, which may be larger. It is read once, for all who ask.
         *
         * @throws IllegalArgumentException with the end of a sentence that begins with the key
         */
        String data(String name);

        /**
         * The hash of a file of any size, for a program that is run in {@link #directory}.
         *
         * @throws IllegalArgumentException with the end of a sentence that begins with the key
         */
        String sha256(String name);

        /** Where a program finds them; empty if they are packaged with ralbench. */
        Optional<Path> directory();
    }

    /** The names of its placeholders in full: {@code mysql.host}. */
    public List<String> qualifiedPlaceholders() {
        return placeholders.stream().map(word -> name + "." + word).toList();
    }
}
