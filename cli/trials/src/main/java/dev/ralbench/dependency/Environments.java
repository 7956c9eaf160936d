package dev.ralbench.dependency;

import dev.ralbench.dependency.declared.DeclaredDependencies;
import dev.ralbench.dependency.kind.ServerSources;

/** Gets dependencies ready for a run. */
public interface Environments {
    /**
     * Finds the servers and loads their data, unless an earlier run did.
     *
     * @throws dev.ralbench.Failure if a server cannot be had, or its data is not as it must be
     */
    PreparedEnvironment prepare(DeclaredDependencies needs, ServerSources sources) throws InterruptedException;
}
