package dev.ralbench.need;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** A MySQL server, or one that speaks its protocol, with a database. */
public record MySqlNeed(String database, Optional<Script> script, Map<String, ExpectedTable> tables)
        implements SqlNeed {
    public static final NeedKind KIND = new NeedKind("mysql", PLACEHOLDERS, new SqlNeedReader(MySqlNeed::new));

    public MySqlNeed {
        tables = Collections.unmodifiableMap(new LinkedHashMap<>(tables));
    }

    @Override
    public NeedKind kind() {
        return KIND;
    }
}
