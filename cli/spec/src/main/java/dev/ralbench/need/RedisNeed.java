package dev.ralbench.need;

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
public record RedisNeed(int database, Map<String, String> keys) implements Need {
    /** A Redis server has sixteen databases unless it is configured otherwise. */
    private static final NumberSyntax DATABASE = new NumberSyntax(0, 15);

    public static final NeedKind KIND =
            new NeedKind("redis", List.of("host", "port", "database", "user", "password"), RedisNeed::read);

    public RedisNeed {
        keys = Collections.unmodifiableMap(new LinkedHashMap<>(keys));
    }

    @Override
    public NeedKind kind() {
        return KIND;
    }

    private static Need read(Section section, NeedKind.Files files) {
        long database = section.get("database", DATABASE, 0L);
        return new RedisNeed(Math.toIntExact(database), section.section("keys").texts());
    }
}
