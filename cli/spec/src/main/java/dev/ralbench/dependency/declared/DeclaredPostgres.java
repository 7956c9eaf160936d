package dev.ralbench.dependency.declared;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A PostgreSQL server with a database. */
public record DeclaredPostgres(String database, Optional<Script> script, Map<String, ExpectedTable> tables)
        implements DeclaredSql {
    public static final DeclaredKind KIND =
            new DeclaredKind("postgres", PLACEHOLDERS, new DeclaredSqlReader(DeclaredPostgres::new));

    public DeclaredPostgres {
        tables = Collections.unmodifiableMap(new LinkedHashMap<>(tables));
    }

    @Override
    public DeclaredKind kind() {
        return KIND;
    }
}
