package dev.ralbench.trial;

import dev.ralbench.dependency.kind.Dependency;
import dev.ralbench.scenario.Needs;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/** Gets from what a scenario needs to the servers that are started for it. */
final class Dependencies {
    private Dependencies() {}

    static List<Dependency> of(Needs needs) {
        var servers = new ArrayList<Dependency>();
        needs.mysql().ifPresent(mysql -> servers.add(of(mysql)));
        needs.redis().ifPresent(redis -> servers.add(new Dependency.Redis(redis.database(), redis.keys())));
        return servers;
    }

    private static Dependency of(Needs.MySql mysql) {
        var tables = new LinkedHashMap<String, Dependency.ExpectedTable>();
        mysql.rows()
                .forEach((table, rows) -> tables.put(
                        table,
                        new Dependency.ExpectedTable(
                                rows, Optional.ofNullable(mysql.checksums().get(table)))));
        return new Dependency.MySql(
                mysql.database(),
                mysql.script().map(script -> new Dependency.Script(script.name(), script.text())),
                tables);
    }
}
