package dev.ralbench.dependency.kind;

import dev.ralbench.dependency.declared.DeclaredDependencies;

/** Prepares dependencies of one kind: finds the program, and loads the data unless an earlier run did. */
public interface DependencyPreparer {
    /**
     * Prepares a scenario's needs of this kind.
     *
     * @throws dev.ralbench.Failure when it cannot be had, or its data is not as expected
     */
    PreparedServer prepare(DeclaredDependencies needs, ServerSources.Source source) throws InterruptedException;

    /** Drops cached data from which no server started, each once. Returns whether there was any. */
    default boolean dropUnusable() throws InterruptedException {
        return false;
    }
}
