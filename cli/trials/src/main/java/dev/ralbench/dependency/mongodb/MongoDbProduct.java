package dev.ralbench.dependency.mongodb;

import dev.ralbench.dependency.kind.Product;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bson.Document;

/** Tells MongoDB from its stand-in, and reads its version. */
final class MongoDbProduct {
    /** {@code db version v8.0.4}. */
    private static final Pattern PROGRAM = Pattern.compile("db version v(\\d+(?:\\.\\d+)+)");

    /** How the stand-in of ralbench marks its answers. */
    private static final String STAND_IN = "stand-in: ";

    private MongoDbProduct() {}

    /** The product named in the output of {@code mongod --version}. */
    static Optional<Product> ofProgram(String output) {
        return output.lines()
                .map(PROGRAM::matcher)
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
