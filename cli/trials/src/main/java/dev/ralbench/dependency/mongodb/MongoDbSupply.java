package dev.ralbench.dependency.mongodb;

import dev.ralbench.dependency.declared.DeclaredMongoDb;
import dev.ralbench.dependency.kind.ServerKind;
import dev.ralbench.dependency.kind.ServerUrl;
import dev.ralbench.process.Program;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The source of MongoDB servers, and the placeholders of targets. */
final class MongoDbSupply {
    static final String NAME = DeclaredMongoDb.KIND.name();
    static final String PASSWORD = NAME + ".password";
    static final Program PROGRAM = new Program(NAME, List.of("mongo:8"));

    static final ServerKind SUPPLY = new ServerKind(
            PROGRAM,
            "MongoDB",
            List.of("mongod"),
            List.of(),
            image -> "mongod",
            Optional.empty(),
            Optional.of("a stand-in that comes with ralbench"),
            27017,
            "",
            MongoDbProduct::ofProgram);

    private MongoDbSupply() {}

    /** The URL is all that a driver needs, user and password among it. */
    static Map<String, String> placeholders(ServerUrl url, DeclaredMongoDb need) {
        var placeholders = new TreeMap<>(url.placeholders(need.database()));
        placeholders.put(NAME + ".url", connectionString(url));
        return placeholders;
    }

    /** Ends in the address, so that a target may add a database: the stand-in takes its user in any. */
    private static String connectionString(ServerUrl url) {
        var login = url.user().isEmpty() ? "" : encoded(url.user()) + ":" + encoded(url.password()) + "@";
        return NAME + "://" + login + url.address();
    }

    /** Unlike in a form's data, a space is %20. */
    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
