package dev.ralbench.placement;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What takes part in a measurement, as far as it can have CPUs of its own. */
public enum Role {
    /** ralbench itself, with all of its threads. */
    GENERATOR,
    /** The service under test, with all that it starts. */
    TARGET,
    /** What the target needs: database, cache, the stub of a remote service. */
    DEPENDENCIES;

    static Optional<Role> named(String name) {
        return Stream.of(values()).filter(role -> role.toString().equals(name)).findFirst();
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
