package dev.ralbench.scenario;

import dev.ralbench.load.data.RowFormat;
import dev.ralbench.yaml.Node;
import dev.ralbench.yaml.ValueSyntax;
import java.util.Optional;
import java.util.Set;

/** A character between two fields of a line. */
record SeparatorSyntax() implements ValueSyntax<Character> {
    private static final Set<String> SEPARATORS = Set.of(",", ";", "\t");

    /** The separator that a node is; empty if it is none. */
    static Optional<Character> find(Node node) {
        return node instanceof Node.Scalar scalar && SEPARATORS.contains(scalar.text())
                ? Optional.of(scalar.text().charAt(0))
                : Optional.empty();
    }

    @Override
    public Character read(Node node) {
        return find(node)
                .orElseThrow(() -> new IllegalArgumentException(
                        "must be \",\", \";\" or \"\\t\" (a tab, in double quotes), got " + node.described()));
    }

    @Override
    public Object written(Character value) {
        return value.toString();
    }

    @Override
    public Character substitute() {
        return RowFormat.COMMA;
    }
}
