package dev.ralbench.testing;

import dev.ralbench.dependency.kind.DependencyKind;

/** The versions of the servers that come with ralbench: an update of their libraries changes them in one place. */
public final class EmbeddedVersion {
    private EmbeddedVersion() {}

    /** The version of the server of a kind. */
    public static String of(DependencyKind kind) {
        return kind.server().orElseThrow().embedded().orElseThrow().version();
    }
}
