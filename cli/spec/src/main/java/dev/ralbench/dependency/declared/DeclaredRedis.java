package dev.ralbench.dependency.declared;

import dev.ralbench.yaml.NumberSyntax;
import dev.ralbench.yaml.Section;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A Redis server.
 *
 * @param database number of the logical database
 * @param keys strings that it holds at the beginning of each trial; all others are absent
 */
public record DeclaredRedis(int database, Map<String, String> keys, DeclaredRuntime runtime)
        implements DeclaredDependency {
    /** A Redis server has sixteen databases unless it is configured otherwise. */
    private static final NumberSyntax DATABASE = new NumberSyntax(0, 15);

    public static final DeclaredKind KIND = new DeclaredKind(
            "redis", List.of("host", "port", "address", "database", "user", "password"), DeclaredRedis::read);

    /** As the targets are started. */
    public DeclaredRedis(int database, Map<String, String> keys) {
        this(database, keys, DeclaredRuntime.AS_TARGETS);
    }

    public DeclaredRedis {
        keys = Collections.unmodifiableMap(new LinkedHashMap<>(keys));
    }

    @Override
    public DeclaredKind kind() {
        return KIND;
    }

    private static DeclaredDependency read(Section section, DeclaredKind.Files files) {
        long database = section.get("database", DATABASE, 0L);
        return new DeclaredRedis(
                Math.toIntExact(database), section.section("keys").texts(), DeclaredRuntime.read(section));
    }
}
