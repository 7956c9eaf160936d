package dev.ralbench.placement;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The participants of a measurement that can have CPUs of their own. */
public enum Role {
    /** ralbench itself, with all of its threads. */
    GENERATOR,
    /** The service under test, with all that it starts. */
    TARGET,
    /** The target's dependencies: database, cache, stub of a remote service. */
    DEPENDENCIES;

    static Optional<Role> named(String name) {
        return Stream.of(values()).filter(role -> role.toString().equals(name)).findFirst();
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
