package dev.ralbench.dependency.declared;

import dev.ralbench.yaml.NumberSyntax;
import dev.ralbench.yaml.Section;
import dev.ralbench.yaml.TextSyntax;
import java.util.List;

/**
 * A MongoDB server, or one that speaks its protocol, with the documents of the batching study.
 *
 * @param documents how many the collection holds
 * @param seed that they follow from
 */
public record DeclaredMongoDb(String database, String collection, int documents, int seed, DeclaredRuntime runtime)
        implements DeclaredDependency {
    /** Enough documents for each of three hundred classes to have twenty. */
    public static final int FEWEST_DOCUMENTS = 6000;

    /** Names of documents have seven digits. */
    public static final int MOST_DOCUMENTS = 9_999_999;

    private static final int USUAL_DOCUMENTS = 1_000_000;

    private static final TextSyntax DATABASE =
            TextSyntax.matching("[A-Za-z0-9_]{1,63}", "must consist of at most 63 letters, digits and _", "database");
    private static final TextSyntax COLLECTION = TextSyntax.matching(
            "[A-Za-z_][A-Za-z0-9_]{0,62}",
            "must consist of at most 63 letters, digits and _, and not begin with a digit",
            "collection");
    private static final NumberSyntax DOCUMENTS = new NumberSyntax(FEWEST_DOCUMENTS, MOST_DOCUMENTS);
    private static final NumberSyntax SEED = new NumberSyntax(0, Integer.MAX_VALUE);

    public static final DeclaredKind KIND = new DeclaredKind(
            "mongodb",
            List.of("host", "port", "address", "database", "collection", "user", "password", "url"),
            DeclaredMongoDb::read);

    /** As the targets are started. */
    public DeclaredMongoDb(String database, String collection, int documents, int seed) {
        this(database, collection, documents, seed, DeclaredRuntime.AS_TARGETS);
    }

    @Override
    public DeclaredKind kind() {
        return KIND;
    }

    private static DeclaredDependency read(Section section, DeclaredKind.Files files) {
        return new DeclaredMongoDb(
                section.require("database", DATABASE),
                section.require("collection", COLLECTION),
                Math.toIntExact(section.get("documents", DOCUMENTS, (long) USUAL_DOCUMENTS)),
                Math.toIntExact(section.get("seed", SEED, 1L)),
                DeclaredRuntime.read(section));
    }
}
