package dev.ralbench.dependency.declared;

/** One dependency of a scenario, as written under {@code needs}; a record of its kind. */
public interface DeclaredDependency {
    DeclaredKind kind();

    /** Whether a command of it needs a JVM where it runs. */
    default boolean needsJava() {
        return false;
    }

    /** The runtime that it asks for. */
    default DeclaredRuntime runtime() {
        return DeclaredRuntime.AS_TARGETS;
    }
}
