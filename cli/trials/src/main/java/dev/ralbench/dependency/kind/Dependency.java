package dev.ralbench.dependency.kind;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A server that targets need, and what is to be in it. */
public sealed interface Dependency {

    /** Its name in scenarios, placeholders and results. */
    String name();

    /**
     * A MySQL server, or one that speaks its protocol.
     *
     * @param database name of the database
     * @param script SQL that makes and fills its tables; run once, its outcome is kept and restored for each trial
     * @param tables what must be in it then, by table
     */
    record MySql(String database, Optional<Script> script, Map<String, ExpectedTable> tables) implements Dependency {
        public MySql {
            tables = Collections.unmodifiableMap(new LinkedHashMap<>(tables));
        }

        @Override
        public String name() {
            return "mysql";
        }
    }

    /**
     * A Redis server.
     *
     * @param database number of the logical database
     * @param keys strings that are there at the beginning of each trial
     */
    record Redis(int database, Map<String, String> keys) implements Dependency {
        public Redis {
            keys = Collections.unmodifiableMap(new LinkedHashMap<>(keys));
        }

        @Override
        public String name() {
            return "redis";
        }
    }

    /**
     * Statements in the order in which they are run, separated by semicolons.
     *
     * @param name of the file, for messages
     */
    record Script(String name, String text) {}

    /**
     * What must be in a table.
     *
     * @param rows their number
     * @param checksum over all columns of all rows, as ralbench prints it; not checked where the scenario has none
     */
    record ExpectedTable(long rows, Optional<String> checksum) {}
}
