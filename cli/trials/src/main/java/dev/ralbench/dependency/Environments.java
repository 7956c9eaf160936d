package dev.ralbench.dependency;

import dev.ralbench.dependency.kind.ServerSources;
import dev.ralbench.need.Needs;

/** Gets dependencies ready for a run. */
public interface Environments {
    /**
     * Finds the servers and loads their data, unless an earlier run did.
     *
     * @throws dev.ralbench.Failure if a server cannot be had, or its data is not as it must be
     */
    PreparedEnvironment prepare(Needs needs, ServerSources sources) throws InterruptedException;
}
