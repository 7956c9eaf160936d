package dev.ralbench.dependency.declared;

import dev.ralbench.NearestName;
import dev.ralbench.Sha256;
import dev.ralbench.yaml.DurationSyntax;
import dev.ralbench.yaml.Node;
import dev.ralbench.yaml.NumberSyntax;
import dev.ralbench.yaml.Section;
import dev.ralbench.yaml.TextSyntax;
import dev.ralbench.yaml.ValueSyntax;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A MongoDB server, or one that speaks its protocol, with a database.
 *
 * @param data files of documents by the collection that they are loaded into
 * @param load a command that loads the data instead
 * @param indexes of each collection, made when the data is there
 * @param documents how many each collection must hold then
 */
public record DeclaredMongoDb(
        String database,
        Map<String, DataFile> data,
        Optional<Load> load,
        Map<String, List<Index>> indexes,
        Map<String, Long> documents,
        DeclaredRuntime runtime)
        implements DeclaredDependency {
    private static final Duration USUAL_LIMIT = Duration.ofMinutes(10);

    private static final TextSyntax DATABASE =
            TextSyntax.matching("[A-Za-z0-9_]{1,63}", "must consist of at most 63 letters, digits and _", "database");
    private static final TextSyntax DATA_FILE = TextSyntax.matching(
            "[^/].*\\.(json|jsonl|ndjson)",
            "must be a file of JSON documents next to the scenario, such as orders.jsonl",
            "x.jsonl");
    private static final TextSyntax COLLECTION = TextSyntax.matching(
            "(?!system\\.)[A-Za-z_][A-Za-z0-9_.-]{0,99}",
            "as a collection must consist of at most 100 letters, digits, _, . and -, begin with a letter or _, and not"
                    + " with system.",
            "collection");
    private static final TextSyntax HASH =
            TextSyntax.matching("[0-9a-f]{64}", "must be a SHA-256: 64 digits 0-9 and a-f", "0".repeat(64));
    private static final String INSTEAD =
            "the documents of the batching study are now made by load: { command: \"${java} -jar"
                    + " ${document-store.jar} seed --documents=1000000 --query=17ms\", ... }, as in scenarios/batching-c300.yaml";
    private static final NumberSyntax COUNT = new NumberSyntax(0, Long.MAX_VALUE);
    private static final NumberSyntax DIRECTION = new NumberSyntax(-1, 1);

    public static final DeclaredKind KIND = new DeclaredKind(
            "mongodb",
            List.of("host", "port", "address", "database", "user", "password", "url"),
            DeclaredMongoDb::read);

    /**
     * Documents in MongoDB's extended JSON.
     *
     * @param name of the file, which lies next to the scenario
     */
    public record DataFile(String name, String text) {}

    /**
     * A command that loads the data.
     *
     * @param directory that it is run in, as an absolute path; empty if it reads nothing there, so that any will do
     * @param environment variables next to those of ralbench itself
     * @param files the content's hash by the name of the file, of all files that it reads; empty if that is not known
     * @param limit how long it may take
     */
    public record Load(
            String command,
            Optional<Path> directory,
            Map<String, String> environment,
            Optional<Map<String, String>> files,
            Duration limit) {
        public Load {
            environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
            files = files.map(LinkedHashMap::new).map(Collections::unmodifiableMap);
        }

        public boolean needsJava() {
            return command.contains("${java}");
        }
    }

    /**
     * An index of a collection.
     *
     * @param fields 1 for ascending or -1 for descending, by the field's name
     */
    public record Index(Map<String, Integer> fields) {
        public Index {
            fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
        }
    }

    public DeclaredMongoDb {
        data = Collections.unmodifiableMap(new LinkedHashMap<>(data));
        indexes = Collections.unmodifiableMap(new LinkedHashMap<>(indexes));
        documents = Collections.unmodifiableMap(new LinkedHashMap<>(documents));
    }

    /** An empty database, as the targets are started. */
    public DeclaredMongoDb(String database) {
        this(database, Map.of(), Optional.empty(), Map.of(), Map.of(), DeclaredRuntime.AS_TARGETS);
    }

    @Override
    public DeclaredKind kind() {
        return KIND;
    }

    @Override
    public boolean needsJava() {
        return load.filter(Load::needsJava).isPresent();
    }

    private static DeclaredDependency read(Section section, DeclaredKind.Files files) {
        tellOfOldKeys(section);
        var database = section.require("database", DATABASE);
        if (section.has("data") && section.has("load")) {
            section.keyProblem("load", "does not go with data: the documents come from files or from a command");
        }
        var hashes = new FileHashes(files);
        var data = data(section.section("data"), hashes);
        var load = section.has("load") ? Optional.of(load(section.section("load"), hashes)) : Optional.<Load>empty();
        hashes.check(section.section("sha256"));
        var indexes = section.section("indexes");
        var counts = section.section("documents");
        if (section.has("data")) {
            Stream.of(indexes, counts)
                    .forEach(mapping ->
                            requireFilled(mapping, section.section("data").keys()));
        }
        var indexesByCollection = new LinkedHashMap<String, List<Index>>();
        collections(indexes)
                .forEach(collection -> indexesByCollection.put(
                        collection,
                        indexes.sections(collection).stream()
                                .map(DeclaredMongoDb::index)
                                .toList()));
        var documents = new LinkedHashMap<String, Long>();
        collections(counts)
                .forEach(collection ->
                        counts.find(collection, COUNT).ifPresent(number -> documents.put(collection, number)));
        return new DeclaredMongoDb(database, data, load, indexesByCollection, documents, DeclaredRuntime.read(section));
    }

    /** Earlier scenarios got the documents of one study, and named no others. */
    private static void tellOfOldKeys(Section section) {
        Stream.of("collection", "seed").filter(section::has).forEach(key -> section.keyProblem(key, INSTEAD));
        if (section.hasNoMapping("documents")) {
            section.problem("documents", INSTEAD);
        }
    }

    private static Map<String, DataFile> data(Section section, FileHashes hashes) {
        var data = new LinkedHashMap<String, DataFile>();
        collections(section)
                .forEach(collection -> section.find(collection, DATA_FILE)
                        .flatMap(name -> hashes.data(section, collection, name))
                        .ifPresent(file -> data.put(collection, file)));
        return data;
    }

    private static Load load(Section section, FileHashes hashes) {
        var command = section.require("command", TextSyntax.NOT_BLANK);
        var directory = section.find(ServiceKeys.DIRECTORY, TextSyntax.NOT_BLANK);
        var environment = ServiceKeys.environment(section);
        var files = section.find("files", new FileNames()).map(names -> {
            var all = new LinkedHashMap<String, String>();
            names.forEach(name -> hashes.sha256(section, name).ifPresent(hash -> all.put(name, hash)));
            return (Map<String, String>) all;
        });
        boolean readsNothing = directory.isEmpty() && files.filter(Map::isEmpty).isPresent();
        return new Load(
                command,
                readsNothing ? Optional.empty() : Optional.of(hashes.place(directory.orElse(""))),
                environment,
                files,
                section.get("within", DurationSyntax.POSITIVE, USUAL_LIMIT));
    }

    private static Index index(Section section) {
        var fields = new LinkedHashMap<String, Integer>();
        for (var field : section.keys()) {
            section.find(field, DIRECTION).ifPresent(direction -> {
                if (direction == 0) {
                    section.problem(field, "must be 1 for ascending or -1 for descending, got 0");
                }
                fields.put(field, Math.toIntExact(direction));
            });
        }
        if (fields.isEmpty()) {
            section.problem("needs at least one field, such as customer: 1");
        }
        return new Index(fields);
    }

    /** With files, which are all that fill collections, another name is a typo; a command may fill any. */
    private static void requireFilled(Section section, List<String> filled) {
        section.keys().stream()
                .filter(name -> !filled.contains(name))
                .forEach(name -> section.keyProblem(
                        name, "is no collection of needs.mongodb.data; " + NearestName.hint(name, filled)));
    }

    /** The keys of a mapping from collections. */
    private static List<String> collections(Section section) {
        var collections = section.keys();
        collections.stream()
                .filter(name -> !COLLECTION.fits().test(name))
                .forEach(name -> section.keyProblem(name, COLLECTION.rule()));
        return collections;
    }

    /**
     * The hashes of all files, which become a part of the document: otherwise loads with different data would be the same
     * to every comparison.
     *
     * @param byName of those that are read, empty if one cannot be
     */
    private record FileHashes(DeclaredKind.Files files, Map<String, Optional<String>> byName) {
        FileHashes(DeclaredKind.Files files) {
            this(files, new LinkedHashMap<>());
        }

        /** Empty if the file cannot be used, which has then been reported. */
        Optional<DataFile> data(Section section, String collection, String name) {
            return noted(section, collection, name, () -> {
                        var text = files.data(name);
                        return new Noted<>(Sha256.of(text), new DataFile(name, text));
                    })
                    .map(Noted::content);
        }

        /** The hash of a file that a command reads; empty if there is none, which has then been reported. */
        Optional<String> sha256(Section section, String name) {
            return noted(section, "files", name, () -> new Noted<>(files.sha256(name), name))
                    .map(Noted::sha256);
        }

        /** A directory by its path from that of the scenario; from that of ralbench if the scenario is packaged with it. */
        Path place(String directory) {
            return files.directory()
                    .orElseGet(() -> Path.of(""))
                    .resolve(directory)
                    .toAbsolutePath()
                    .normalize();
        }

        private record Noted<T>(String sha256, T content) {}

        private <T> Optional<Noted<T>> noted(Section section, String key, String name, Supplier<Noted<T>> reader) {
            try {
                var read = reader.get();
                byName.put(name, Optional.of(read.sha256()));
                return Optional.of(read);
            } catch (IllegalArgumentException e) {
                byName.put(name, Optional.empty());
                section.problem(key, String.valueOf(e.getMessage()));
                return Optional.empty();
            }
        }

        /** Adds each if absent; a document that has one, such as a result's, is of that very file. */
        void check(Section section) {
            byName.forEach((name, hash) -> hash.ifPresent(of -> check(section, name, of)));
            section.keys().stream()
                    .filter(name -> !byName.containsKey(name))
                    .forEach(name -> section.keyProblem(name, "is no file that data or load names"));
        }

        private static void check(Section section, String name, String hash) {
            if (!section.has(name)) {
                section.get(name, HASH, hash);
                return;
            }
            section.find(name, HASH)
                    .filter(stated -> !stated.equals(hash))
                    .ifPresent(stated -> section.problem(
                            name, "is not that of " + name + ", which is " + hash + "; leave it out to take any"));
        }
    }

    /** A list of the names of files. */
    private record FileNames() implements ValueSyntax<List<String>> {
        @Override
        public List<String> read(Node node) {
            if (!(node instanceof Node.Items list)) {
                throw new IllegalArgumentException(
                        "needs a list of files, such as [load.js, orders.csv], got " + node.described());
            }
            var names = new ArrayList<String>();
            for (var item : list.items()) {
                names.add(TextSyntax.NOT_BLANK.read(item));
            }
            return List.copyOf(names);
        }

        @Override
        public Object written(List<String> value) {
            return value;
        }

        @Override
        public List<String> substitute() {
            return List.of();
        }
    }
}
