package dev.ralbench.dependency.mongodb;

import static com.mongodb.client.model.Filters.eq;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoCollection;
import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.Printable;
import dev.ralbench.Sha256;
import dev.ralbench.dependency.declared.DeclaredMongoDb;
import dev.ralbench.dependency.declared.DeclaredMongoDb.DataFile;
import dev.ralbench.dependency.declared.DeclaredMongoDb.Index;
import dev.ralbench.dependency.declared.DeclaredMongoDb.Load;
import dev.ralbench.dependency.kind.DependencyContext;
import dev.ralbench.dependency.kind.ServerUrl;
import dev.ralbench.process.Completion;
import dev.ralbench.process.LogFile;
import dev.ralbench.process.Program;
import dev.ralbench.process.ServiceSpec;
import dev.ralbench.process.ServiceSpec.Directory;
import dev.ralbench.process.ShellCommand;
import dev.ralbench.process.StartedService;
import dev.ralbench.secret.Secrets;
import dev.ralbench.service.CommandTemplate;
import dev.ralbench.service.CpuModel;
import dev.ralbench.yaml.DurationSyntax;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonMaximumSizeExceededException;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;

/** The data that a scenario gives a MongoDB server: from files, or by a command. */
record MongoDbData(DeclaredMongoDb need, DependencyContext context) {
    private static final int BATCH = 1000;

    /** How a shell says that there is no such program. */
    private static final int NOT_FOUND = 127;

    /** Of how many documents of a file is looked whether a server that keeps its data has them. */
    private static final int SAMPLES = 100;

    /** MongoDB's code for what a user may not do. */
    private static final int UNAUTHORIZED = 13;

    /** How a command's output says what it measured. */
    private static final String CALIBRATED = "calibrated: ";

    private static final Pattern JAR = Pattern.compile("\\$\\{([a-z0-9-]+)\\.jar}");

    /** Whether the database is empty to begin with, and the scenario says nothing of its contents. */
    boolean isNone() {
        return isNothingLoaded() && need.documents().isEmpty();
    }

    /** Whether there is nothing to load; the contents may have to be checked all the same. */
    boolean isNothingLoaded() {
        return need.data().isEmpty() && need.load().isEmpty() && need.indexes().isEmpty();
    }

    /** Whether it can be told when other data would be loaded, so that the loaded data may be kept. */
    boolean isKept() {
        return need.load().isEmpty() || need.load().get().files().isPresent();
    }

    /** What it comes from, for messages: {@code orders.jsonl, customers.jsonl}. */
    String title() {
        return need.load()
                .map(load -> "the data of '" + load.command() + "'")
                .orElseGet(() -> need.data().isEmpty()
                        ? need.indexes().isEmpty() ? "nothing" : "indexes"
                        : need.data().values().stream().map(DataFile::name).collect(Collectors.joining(", ")));
    }

    /** Another one as soon as other data could be loaded into a server of ralbench, or is to be checked for another number. */
    String key(String... ofServer) {
        var parts = new ArrayList<>(List.of(ofServer));
        parts.add(content());
        need.load().ifPresent(load -> parts.addAll(ofMachine(load)));
        parts.add(need.documents().toString());
        return hash(parts);
    }

    /** A command may measure the server, so the machine is a part of it. */
    private List<String> ofMachine(Load load) {
        return List.of(
                load.directory().map(Path::toString).orElse(""),
                load.needsJava() ? context.starter().identity(Program.JAVA) : "",
                context.starter().cpus().toString(),
                CpuModel.ofThisMachine());
    }

    /** Another one for other documents or indexes, wherever they are loaded. */
    String content() {
        var parts = new ArrayList<>(List.of(need.database()));
        need.data().forEach((collection, file) -> {
            parts.add(collection);
            parts.add(Sha256.of(file.text()));
        });
        need.load().ifPresent(load -> parts.addAll(content(load)));
        parts.add(need.indexes().toString());
        return hash(parts);
    }

    private static String hash(List<String> parts) {
        return Sha256.of(parts.stream().map(part -> part.length() + ":" + part).collect(Collectors.joining()))
                .substring(0, 16);
    }

    private List<String> content(Load load) {
        var parts = new ArrayList<>(List.of(
                load.command(),
                load.environment().toString(),
                load.files().map(Map::toString).orElse("")));
        jars(load).forEach((name, jar) -> {
            try {
                parts.add(Sha256.of(jar));
            } catch (IOException e) {
                throw Failure.environment(jar + " cannot be read", String.valueOf(e), "build it again")
                        .causedBy(e);
            }
        });
        return parts;
    }

    /**
     * Loads all of it into an empty server, and makes sure that it is as the scenario says.
     *
     * @param program of the server: in a container, a command runs in its image
     * @return what the command measured, in words, if it did
     */
    Optional<String> load(MongoDbAccess access, ServerUrl url, Program program) throws InterruptedException {
        for (var entry : need.data().entrySet()) {
            load(
                    access.collection(need.database(), entry.getKey()),
                    new ExtendedJson(entry.getKey(), entry.getValue()));
        }
        var calibrated = Optional.<String>empty();
        if (need.load().isPresent()) {
            calibrated = run(need.load().get(), url, program);
        }
        need.indexes().forEach((name, indexes) -> indexes.forEach(index -> create(access, name, index)));
        verify(access, url, "correct the data, or needs.mongodb.documents");
        return calibrated;
    }

    private void create(MongoDbAccess access, String collection, Index index) {
        var keys = new BsonDocument();
        index.fields().forEach((field, direction) -> keys.append(field, new BsonInt32(direction)));
        try {
            access.collection(need.database(), collection).createIndex(keys);
        } catch (MongoCommandException e) {
            throw refused(collection, index, e);
        }
    }

    static RuntimeException refused(String collection, Index index, MongoCommandException e) {
        return refused(
                e,
                "needs.mongodb.indexes: the index " + index.fields() + " of collection " + collection
                        + " cannot be made",
                "correct that index, or the documents");
    }

    /** Of a command that the server understood; what its user may not do is no mistake of the scenario. */
    private static RuntimeException refused(MongoCommandException e, String what, String fix) {
        return e.getErrorCode() == UNAUTHORIZED
                ? e
                : Failure.usage(what, Printable.line(e.getErrorMessage()), fix).causedBy(e);
    }

    private void load(MongoCollection<BsonDocument> collection, ExtendedJson documents) throws InterruptedException {
        var batch = new Batch(collection, documents, new ArrayList<>(), new ArrayList<>());
        try {
            documents.read(batch::add);
            batch.insert();
        } catch (Interrupted e) {
            throw (InterruptedException) new InterruptedException(e.getMessage()).initCause(e);
        }
    }

    /** Documents that are inserted at once, with their places in the file. */
    private record Batch(
            MongoCollection<BsonDocument> collection,
            ExtendedJson source,
            List<BsonDocument> documents,
            List<String> places) {
        private static final String FIX = "correct that document";

        /** Of one document, as MongoDB stores it. */
        private static final int MOST_BYTES = 16 << 20;

        void add(BsonDocument document, String place) {
            documents.add(document);
            places.add(place);
            if (documents.size() == BATCH) {
                insert();
            }
        }

        void insert() {
            if (Thread.interrupted()) {
                throw new Interrupted("interrupted while documents were loaded");
            }
            if (documents.isEmpty()) {
                return;
            }
            try {
                collection.insertMany(documents);
            } catch (MongoBulkWriteException e) {
                var error = e.getWriteErrors().getFirst();
                throw refused(places.get(error.getIndex()), error.getMessage()).causedBy(e);
            } catch (MongoWriteException e) {
                throw refused(places.getFirst(), e.getError().getMessage()).causedBy(e);
            } catch (MongoCommandException e) {
                throw MongoDbData.refused(e, what("one of " + places.getFirst() + " to " + places.getLast()), FIX);
            } catch (BsonMaximumSizeExceededException e) {
                throw refused(tooLarge(), "it is larger than a document may be: 16 MiB as MongoDB stores it")
                        .causedBy(e);
            }
            documents.clear();
            places.clear();
        }

        /** The driver does not say which one it is. */
        private String tooLarge() {
            for (int i = 0; i < documents.size(); i++) {
                if (new RawBsonDocument(documents.get(i), new BsonDocumentCodec())
                                .getByteBuffer()
                                .remaining()
                        > MOST_BYTES) {
                    return places.get(i);
                }
            }
            return "one of " + places.getFirst() + " to " + places.getLast();
        }

        private Failure refused(String place, String why) {
            return Failure.usage(what(place), Printable.line(why), FIX);
        }

        private String what(String place) {
            return source.at(place) + " cannot be inserted";
        }
    }

    /** An interrupt on its way through a parser. */
    private static final class Interrupted extends RuntimeException {
        private static final long serialVersionUID = 1;

        Interrupted(String message) {
            super(message);
        }
    }

    /**
     * Makes sure that collections hold as many documents as they are to.
     *
     * @throws Failure naming those that do not
     */
    void verify(MongoDbAccess access, ServerUrl url, String fix) {
        var expected = new LinkedHashMap<String, Long>();
        need.data().forEach((collection, file) -> expected.put(collection, new ExtendedJson(collection, file).count()));
        expected.putAll(need.documents());
        var wrong = new ArrayList<String>();
        expected.forEach((collection, count) -> {
            long found = access.collection(need.database(), collection).countDocuments();
            if (found != count) {
                wrong.add("collection " + collection + ": expected " + count + " documents, found " + found);
            }
        });
        if (!wrong.isEmpty()) {
            throw Failure.environment(
                    "database " + need.database() + " at " + url.address() + " does not hold what the scenario needs",
                    String.join("\n  ", wrong),
                    fix);
        }
    }

    /** Looks for some documents of each file, spread evenly, of those that have an id. */
    void verifySamples(MongoDbAccess access, ServerUrl url, String fix) {
        need.data().forEach((name, file) -> {
            var json = new ExtendedJson(name, file);
            long step = Math.max(1, json.count() / SAMPLES);
            var number = new long[1];
            var collection = access.collection(need.database(), name);
            json.read((document, place) -> {
                if (number[0]++ % step == 0
                        && document.containsKey("_id")
                        && !document.equals(
                                collection.find(eq("_id", document.get("_id"))).first())) {
                    throw Failure.environment(
                            "collection " + need.database() + "." + name + " at " + url.address()
                                    + " does not hold what the scenario needs",
                            "it has another document than " + file.name() + ", " + place,
                            fix);
                }
            });
        });
    }

    private Optional<String> run(Load load, ServerUrl url, Program program) throws InterruptedException {
        var placeholders = MongoDb.placeholders(url, need);
        var line = line(load, placeholders);
        var environment = new LinkedHashMap<String, String>();
        load.environment()
                .forEach((name, text) -> environment.put(
                        name, CommandTemplate.expandText("needs.mongodb.load.env." + name, text, placeholders)));
        var log =
                new LogFile(context.servers().prepareLog("mongodb-load-command").path(), masks(url));
        var spec = new ServiceSpec(
                        "the command of needs.mongodb.load",
                        load.needsJava() ? Program.JAVA : program,
                        new ShellCommand(line).arguments(load.directory()),
                        environment,
                        mounts(load),
                        log)
                .showing(load.environment());
        var exitCode = new Completion(context.clock(), load.limit()).exitCode(started(spec));
        if (exitCode.isEmpty() || exitCode.getAsInt() != 0) {
            var why = exitCode.isEmpty()
                    ? "it did not end within " + DurationSyntax.POSITIVE.written(load.limit())
                    : "exit code " + exitCode.getAsInt()
                            + (exitCode.getAsInt() == NOT_FOUND ? " (no such program)" : "");
            throw Failure.environment(
                    "needs.mongodb.load: '" + load.command() + "' did not load the data",
                    why + ", " + log.endingForMessage(),
                    "the whole output is in " + log.path()
                            + (exitCode.isEmpty() ? "; needs.mongodb.load.within gives it more time" : ""));
        }
        return calibrated(log);
    }

    /** The output of a program may have any encoding; the lines that are meant for ralbench have UTF-8. */
    private static Optional<String> calibrated(LogFile log) {
        try {
            var output = new String(Files.readAllBytes(log.path()), StandardCharsets.UTF_8);
            Files.deleteIfExists(log.path());
            var calibrated = output.lines()
                    .filter(text -> text.startsWith(CALIBRATED))
                    .map(text -> Printable.line(log.masks().apply(text.substring(CALIBRATED.length()))))
                    .toList();
            return calibrated.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", calibrated));
        } catch (IOException e) {
            throw Failure.environment(
                            "the output of the command of needs.mongodb.load cannot be read",
                            String.valueOf(e),
                            "give rights in " + log.path().getParent())
                    .causedBy(e);
        }
    }

    /** The password in all forms in which a program may write it, as in the URL; also one that is too short for a secret. */
    static UnaryOperator<String> masks(ServerUrl url) {
        if (url.password().isEmpty()) {
            return UnaryOperator.identity();
        }
        var secrets = Secrets.none().hiding(List.of(url.password()));
        return text -> secrets.masked(text).replace(url.password(), "***");
    }

    private StartedService started(ServiceSpec spec) {
        try {
            return context.starter().start(spec);
        } catch (Failure failure) {
            throw failure.kind() == FailureKind.DEFECT
                    ? Failure.environment(
                                    "needs.mongodb.load: its command cannot be run here",
                                    "all runs in containers, and there is no image for it: " + failure.what(),
                                    "use --runtime process: the command then runs on this machine")
                            .causedBy(failure)
                    : failure;
        }
    }

    private String line(Load load, Map<String, String> placeholders) {
        var all = new HashMap<>(placeholders);
        all.put("java", context.starter().executable(Program.JAVA));
        jars(load).forEach((name, jar) -> all.put(name + ".jar", jar.toString()));
        return new CommandTemplate("needs.mongodb.load.command", load.command(), Map.of()).expand(all);
    }

    private Map<String, Path> jars(Load load) {
        return jarNames(load).stream()
                .collect(
                        Collectors.toMap(name -> name, name -> context.targets().jar(name, Optional.empty())));
    }

    /** The built-in targets whose jars a command names. */
    static List<String> jarNames(Load load) {
        return JAR.matcher(load.command())
                .results()
                .map(found -> found.group(1))
                .distinct()
                .toList();
    }

    /** What a container has to see. */
    private List<Directory> mounts(Load load) {
        var mounts = new ArrayList<Directory>();
        load.directory().map(Directory::readOnly).ifPresent(mounts::add);
        jars(load).values().stream()
                .map(jar -> Objects.requireNonNull(jar.getParent(), "a jar is in a directory"))
                .map(Directory::readOnly)
                .forEach(mounts::add);
        return mounts;
    }
}
