package dev.ralbench.yaml;

import dev.ralbench.NearestName;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** One constant of an enum, in lower case. */
public record ChoiceSyntax<E extends Enum<E>>(Class<E> type) implements ValueSyntax<E> {

    @Override
    public E read(Node node) {
        for (var constant : type.getEnumConstants()) {
            if (node instanceof Node.Scalar scalar && scalar.text().equals(written(constant))) {
                return constant;
            }
        }
        var nearest =
                node instanceof Node.Scalar scalar ? NearestName.to(scalar.text(), names()) : Optional.<String>empty();
        throw new IllegalArgumentException("must be one of " + String.join(", ", names()) + ", got "
                + node.described()
                + nearest.map(name -> "; did you mean " + name + "?").orElse(""));
    }

    private List<String> names() {
        return Arrays.stream(type.getEnumConstants()).map(this::written).toList();
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
