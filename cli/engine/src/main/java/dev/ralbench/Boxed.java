package dev.ralbench;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Optional numbers as objects, for the records of results. */
public final class Boxed {
    private Boxed() {}

    /** The same value, or none. */
    public static Optional<Double> of(OptionalDouble value) {
        return value.stream().boxed().findFirst();
    }

    /** The same value, or none. */
    public static Optional<Integer> of(OptionalInt value) {
        return value.stream().boxed().findFirst();
    }

    /** The same value, or none. */
    public static Optional<Long> of(OptionalLong value) {
        return value.stream().boxed().findFirst();
    }
}
