package dev.ralbench.dependency.declared;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A MySQL server, or one that speaks its protocol, with a database. */
public record DeclaredMySql(String database, Optional<Script> script, Map<String, ExpectedTable> tables)
        implements DeclaredSql {
    public static final DeclaredKind KIND =
            new DeclaredKind("mysql", PLACEHOLDERS, new DeclaredSqlReader(DeclaredMySql::new));

    public DeclaredMySql {
        tables = Collections.unmodifiableMap(new LinkedHashMap<>(tables));
    }

    @Override
    public DeclaredKind kind() {
        return KIND;
    }
}
