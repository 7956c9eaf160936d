package dev.ralbench.dependency.mysql;

import dev.ralbench.dependency.kind.DependencyContext;
import dev.ralbench.dependency.kind.DependencyKind;
import dev.ralbench.dependency.kind.DependencyPreparer;
import dev.ralbench.dependency.kind.ServerSupply;
import dev.ralbench.dependency.kind.ServerUrl;
import dev.ralbench.dependency.kind.ServerWords;
import dev.ralbench.need.MySqlNeed;
import dev.ralbench.need.NeedKind;
import dev.ralbench.process.Program;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** MySQL, or MariaDB, which speaks its protocol. */
public final class MySqlKind implements DependencyKind {
    static final String NAME = MySqlNeed.KIND.name();
    static final Program PROGRAM = new Program(NAME, List.of("mysql:8.4", "ralbench/mysql:9.7"));

    static final ServerSupply SUPPLY = new ServerSupply(
            PROGRAM,
            "MySQL",
            List.of("mysqld", "mariadbd"),
            // Newer images of MariaDB know the program by the latter's name only.
            image -> image.contains("mariadb") ? "mariadbd" : "mysqld",
            Optional.of(EmbeddedMariaDb.SERVER),
            3306,
            "root");

    /** With the brackets of an IPv6 address: the host is put into a JDBC URL, which needs them. */
    static Map<String, String> words(ServerUrl url, String database) {
        return ServerWords.of(url, url.host(), database);
    }

    @Override
    public NeedKind need() {
        return MySqlNeed.KIND;
    }

    @Override
    public Program program() {
        return PROGRAM;
    }

    @Override
    public Optional<ServerSupply> supply() {
        return Optional.of(SUPPLY);
    }

    @Override
    public DependencyPreparer open(DependencyContext context) {
        return new MySqlServers(context);
    }
}
