package dev.ralbench.dependency.declared;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A server that is asked in SQL, with a database. */
public interface DeclaredSql extends DeclaredDependency {
    /** The placeholders for such a server. */
    List<String> PLACEHOLDERS = List.of("host", "port", "address", "database", "user", "password");

    String database();

    /** SQL that makes and fills the tables; run once, its outcome is kept and restored for each trial. */
    Optional<Script> script();

    /** The tables' required contents, by name. */
    Map<String, ExpectedTable> tables();

    /**
     * Statements in the order in which they are run, separated by semicolons.
     *
     * @param name of the file, which lies next to the scenario
     */
    record Script(String name, String text) {}

    /**
     * A table's contents.
     *
     * @param rows their number
     * @param checksum over all columns of all rows, as ralbench prints it; not checked if the scenario has none
     */
    record ExpectedTable(long rows, Optional<String> checksum) {}
}
