package dev.ralbench.claims;

import dev.ralbench.yaml.Node;
import dev.ralbench.yaml.ValueSyntax;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** One constant of an enum as files of studies spell it: {@code at-least}. */
record WordSyntax<E extends Enum<E>>(Class<E> type) implements ValueSyntax<E> {

    @Override
    public E read(Node node) {
        return Arrays.stream(type.getEnumConstants())
                .filter(constant ->
                        node instanceof Node.Scalar scalar && scalar.text().equals(written(constant)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("must be one of "
                        + Arrays.stream(type.getEnumConstants())
                                .map(this::written)
                                .collect(Collectors.joining(", "))
                        + ", got " + node.described()));
    }

    @Override
    public String written(E value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    @Override
    public E substitute() {
        return type.getEnumConstants()[0];
    }
}
