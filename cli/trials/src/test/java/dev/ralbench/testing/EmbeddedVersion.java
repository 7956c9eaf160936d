package dev.ralbench.testing;

import dev.ralbench.dependency.DependencyKinds;

/** The versions of the servers that come with ralbench: an update of their libraries changes them in one place. */
public final class EmbeddedVersion {
    private EmbeddedVersion() {}

    /** The version of the server of a kind, as scenarios name that. */
    public static String of(String kind) {
        return DependencyKinds.supplies().stream()
                .filter(supply -> supply.name().equals(kind))
                .flatMap(supply -> supply.embedded().stream())
                .findFirst()
                .orElseThrow()
                .version();
    }
}
