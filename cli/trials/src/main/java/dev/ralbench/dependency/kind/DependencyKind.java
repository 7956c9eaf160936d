package dev.ralbench.dependency.kind;

import dev.ralbench.dependency.declared.DeclaredDependencies;
import dev.ralbench.dependency.declared.DeclaredKind;
import dev.ralbench.load.data.Rows;
import dev.ralbench.process.Program;
import dev.ralbench.service.TargetCatalog;
import java.util.Map;
import java.util.Optional;

/**
 * Everything that ralbench knows about one kind of dependency. Each kind has a package that implements this, a
 * {@link DeclaredKind} for its keys in a scenario and its placeholders, and a line in the list of all kinds.
 */
public interface DependencyKind {
    /** The need that a scenario states, with its keys and placeholders. */
    DeclaredKind need();

    /** Key under {@code needs}; options, variables, logs and results use it too. */
    default String name() {
        return need().name();
    }

    /** The servers that it consists of; empty if it is a part of ralbench, or of the author's own. */
    Optional<ServerKind> server();

    /** The program that it consists of, which decides the image; empty if a scenario names the image. */
    default Optional<Program> program() {
        return server().map(ServerKind::program);
    }

    /**
     * Finds mistakes in a scenario's needs, before anything is started.
     *
     * @throws dev.ralbench.Failure when it cannot be had as it is written
     */
    default void check(DeclaredDependencies needs, TargetCatalog targets) {}

    /**
     * Asks a server that is up for rows. Only databases that a scenario can declare such a query of are asked.
     *
     * @param placeholders the values of all placeholders, this kind's among them
     * @throws IllegalArgumentException with the end of a sentence that begins with the query, if it finds none
     */
    default Rows rows(String sql, Map<String, String> placeholders) throws InterruptedException {
        throw new IllegalArgumentException("asks " + name() + ", which takes no SQL");
    }

    /** Prepares dependencies of this kind for the runs of one command. */
    DependencyPreparer open(DependencyContext context);
}
