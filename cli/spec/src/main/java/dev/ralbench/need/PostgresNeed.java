package dev.ralbench.need;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A PostgreSQL server with a database. */
public record PostgresNeed(String database, Optional<Script> script, Map<String, ExpectedTable> tables)
        implements SqlNeed {
    public static final NeedKind KIND = new NeedKind("postgres", PLACEHOLDERS, new SqlNeedReader(PostgresNeed::new));

    public PostgresNeed {
        tables = Collections.unmodifiableMap(new LinkedHashMap<>(tables));
    }

    @Override
    public NeedKind kind() {
        return KIND;
    }
}
