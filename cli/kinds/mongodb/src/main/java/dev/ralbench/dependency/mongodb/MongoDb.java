package dev.ralbench.dependency.mongodb;

import dev.ralbench.dependency.declared.DeclaredMongoDb;
import dev.ralbench.dependency.kind.Product;
import dev.ralbench.dependency.kind.ServerKind;
import dev.ralbench.dependency.kind.ServerUrl;
import dev.ralbench.process.Program;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bson.Document;

/** What servers of MongoDB are, how they are told from the stand-in, and what a target learns of them. */
final class MongoDb {
    /** {@code db version v8.0.4}. */
    private static final Pattern PROGRAM_VERSION = Pattern.compile("db version v(\\d+(?:\\.\\d+)+)");

    /** How the stand-in of ralbench marks its answers. */
    private static final String STAND_IN = "stand-in: ";

    static final String NAME = DeclaredMongoDb.KIND.name();
    static final String PASSWORD = NAME + ".password";
    static final Program PROGRAM = new Program(NAME, List.of("mongo:8"));

    static final ServerKind SERVER = new ServerKind(
            PROGRAM,
            "MongoDB",
            List.of("mongod"),
            List.of(),
            image -> "mongod",
            Optional.empty(),
            Optional.of("a stand-in that comes with ralbench"),
            27017,
            "",
            false,
            MongoDb::ofProgram);

    private MongoDb() {}

    /** The URL has the server and the login; the database has a name of its own. */
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

    /** The product named in the output of {@code mongod --version}. */
    static Optional<Product> ofProgram(String output) {
        return output.lines()
                .map(PROGRAM_VERSION::matcher)
                .filter(Matcher::find)
                .findFirst()
                .map(found -> new Product("MongoDB", found.group(1)));
    }

    /** The product named in the answer to {@code buildInfo}. */
    static Product ofServer(Document buildInfo) {
        return buildInfo.get("modules", List.of()).stream()
                .map(String::valueOf)
                .filter(module -> module.startsWith(STAND_IN))
                .findFirst()
                .map(module -> module.substring(STAND_IN.length()))
                .map(library -> new Product("stand-in for MongoDB,", library))
                .orElseGet(() -> new Product("MongoDB", String.valueOf(buildInfo.get("version"))));
    }
}
