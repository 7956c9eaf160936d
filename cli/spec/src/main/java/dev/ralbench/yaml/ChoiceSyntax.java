package dev.ralbench.yaml;

import java.util.Locale;

/** One constant of an enum, in lower case. */
public record ChoiceSyntax<E extends Enum<E>>(Class<E> type) implements ValueSyntax<E> {

    @Override
    public E read(Node node) {
        for (var constant : type.getEnumConstants()) {
            if (node instanceof Node.Scalar scalar && scalar.text().equals(written(constant))) {
                return constant;
            }
        }
        throw new IllegalArgumentException("must be one of " + names() + ", got " + node.described());
    }

    private String names() {
        var names = new StringBuilder();
        for (var constant : type.getEnumConstants()) {
            names.append(names.isEmpty() ? "" : ", ").append(written(constant));
        }
        return names.toString();
    }

    @Override
    public String written(E value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public E substitute() {
        return type.getEnumConstants()[0];
    }
}
