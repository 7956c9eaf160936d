package dev.ralbench.measurement;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BinaryOperator;

/** Adds up figures of two windows: a figure is known only if both windows have it. */
public final class KnownOfBoth {
    private KnownOfBoth() {}

    static <T> Optional<T> of(Optional<T> mine, Optional<T> theirs, BinaryOperator<T> plus) {
        return mine.flatMap(one -> theirs.map(two -> plus.apply(one, two)));
    }

    /** Adds up values by name. A name that only one of the windows has is left out. */
    public static <T> Map<String, T> of(Map<String, T> mine, Map<String, T> theirs, BinaryOperator<T> plus) {
        var sum = new TreeMap<>(mine);
        sum.keySet().retainAll(theirs.keySet());
        sum.replaceAll((name, value) -> plus.apply(value, Objects.requireNonNull(theirs.get(name))));
        return sum;
    }
}
