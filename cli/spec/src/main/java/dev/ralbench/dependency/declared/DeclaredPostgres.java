package dev.ralbench.dependency.declared;

import dev.ralbench.yaml.Section;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A PostgreSQL server with a database. */
public record DeclaredPostgres(
        String database, Optional<Script> script, Map<String, ExpectedTable> tables, DeclaredRuntime runtime)
        implements DeclaredSql {
    public static final DeclaredKind KIND =
            new DeclaredKind("postgres", PLACEHOLDERS, new DeclaredSqlReader(DeclaredPostgres::read));

    /** As the targets are started. */
    public DeclaredPostgres(String database, Optional<Script> script, Map<String, ExpectedTable> tables) {
        this(database, script, tables, DeclaredRuntime.AS_TARGETS);
    }

    public DeclaredPostgres {
        tables = Collections.unmodifiableMap(new LinkedHashMap<>(tables));
    }

    @Override
    public DeclaredKind kind() {
        return KIND;
    }

    private static DeclaredSql read(
            Section section, String database, Optional<Script> script, Map<String, ExpectedTable> tables) {
        return new DeclaredPostgres(database, script, tables, DeclaredRuntime.read(section));
    }
}
