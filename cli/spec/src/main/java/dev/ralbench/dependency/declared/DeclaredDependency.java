package dev.ralbench.dependency.declared;

/** One dependency of a scenario, as written under {@code needs}; a record of its kind. */
public interface DeclaredDependency {
    DeclaredKind kind();

    /** The runtime that it asks for. */
    default DeclaredRuntime runtime() {
        return DeclaredRuntime.AS_TARGETS;
    }
}
