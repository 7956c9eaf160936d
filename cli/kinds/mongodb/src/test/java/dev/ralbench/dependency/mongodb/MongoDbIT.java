package dev.ralbench.dependency.mongodb;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Updates.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.dependency.DependencyKinds;
import dev.ralbench.dependency.PreparedEnvironment;
import dev.ralbench.dependency.RunSession;
import dev.ralbench.dependency.RunningEnvironment;
import dev.ralbench.dependency.declared.DeclaredDependencies;
import dev.ralbench.dependency.declared.DeclaredMongoDb;
import dev.ralbench.dependency.declared.DeclaredMongoDb.DataFile;
import dev.ralbench.dependency.declared.DeclaredMongoDb.Index;
import dev.ralbench.dependency.declared.DeclaredMongoDb.Load;
import dev.ralbench.dependency.declared.DeclaredRuntime;
import dev.ralbench.dependency.kind.RunningServer;
import dev.ralbench.dependency.kind.ServerSources;
import dev.ralbench.process.UserCache;
import dev.ralbench.testing.Disturbance;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.Document;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The stand-in, started by ralbench, and as a server that runs already. */
@Timeout(120)
class MongoDbIT {
    private static final DataFile ORDERS = new DataFile("orders.jsonl", """
            {"_id": {"$oid": "5bf00000910a2dec890004d1"}, "customer": 7, "placed": {"$date": "2026-11-28T10:00:00Z"}}
            {"_id": "second", "customer": {"$numberLong": "8"}, "total": {"$numberDecimal": "12.50"}}
            {"customer": 9, "lines": [{"article": "a", "price": 1.5}]}
            """);
    private static final DataFile CUSTOMERS =
            new DataFile("customers.json", "[ { \"_id\": 7, \"name\": \"Ä\" }, { \"_id\": 8 } ]");

    private static final DeclaredMongoDb SHOP = new DeclaredMongoDb(
            "shop",
            Map.of("orders", ORDERS, "customers", CUSTOMERS),
            Optional.empty(),
            Map.of("orders", List.of(new Index(Map.of("customer", 1)))),
            Map.of("orders", 3L),
            DeclaredRuntime.AS_TARGETS);

    @TempDir
    Path logs;

    private RunSession session;

    /** Where loaded data is kept: each load has a command of its own, which no later build would find. */
    @TempDir
    Path cache;

    @BeforeEach
    void open() {
        session = RunSession.processes(new DependencyKinds(new MongoDbKind()), new UserCache(cache));
    }

    @AfterEach
    void close() {
        session.close();
    }

    @Test
    void eachStartHoldsTheDocumentsOfTheFilesAndCountsFromZero() throws Exception {
        var prepared = prepare(SHOP, ServerSources.Source.NONE);
        assertThat(prepared.software())
                .containsEntry("mongodb", "stand-in for MongoDB, mongo-java-server 1.47.0, built in");
        assertThat(prepared.calibrated()).isEmpty();
        List<Document> all;
        long pid;
        try (var first = prepared.start(logs, "first");
                var client = client(first)) {
            var orders = client.getDatabase("shop").getCollection("orders");
            all = orders.find().into(new ArrayList<>());
            assertThat(server(first).counts().orElseThrow().served()).isEqualTo(1);
            assertThat(all.get(0))
                    .isEqualTo(new Document("_id", new ObjectId("5bf00000910a2dec890004d1"))
                            .append("customer", 7)
                            .append("placed", Date.from(Instant.parse("2026-11-28T10:00:00Z"))));
            assertThat(all.get(1))
                    .isEqualTo(new Document("_id", "second")
                            .append("customer", 8L)
                            .append("total", Decimal128.parse("12.50")));
            assertThat(all.get(2).getObjectId("_id")).isNotNull();
            assertThat(orders.listIndexes().map(index -> index.get("key")).into(new ArrayList<>()))
                    .containsExactly(new Document("_id", 1), new Document("customer", 1));
            orders.deleteMany(new Document());
            assertThat(server(first).counts().orElseThrow().served()).isEqualTo(2);
            pid = server(first).pid().orElseThrow();
        }
        assertThat(ProcessHandle.of(pid)).isEmpty();
        try (var second = prepared.start(logs, "second");
                var client = client(second)) {
            assertThat(server(second).counts().orElseThrow().served()).isZero();
            assertThat(client.getDatabase("shop").getCollection("orders").find().into(new ArrayList<>()))
                    .isEqualTo(all);
            assertThat(client.getDatabase("shop")
                            .getCollection("customers")
                            .find()
                            .into(new ArrayList<>()))
                    .containsExactly(new Document("_id", 7).append("name", "Ä"), new Document("_id", 8));
        }
    }

    @Test
    void aCommandLoadsOnceWhatIsKeptAndWhatItMeasuredIsTold() throws Exception {
        var need = loadedBy(
                "${java} -jar ${document-store.jar} seed --documents=6000 --query=17ms --collection=worms-of-mine",
                Optional.of(Map.of()));
        var prepared = prepare(need, ServerSources.Source.NONE);

        assertThat(prepared.calibrated().get("mongodb"))
                .matches(
                        "tenth match at document \\d+ of 6000: a query takes [0-9.]+ ms alone, [0-9.]+ ms with 5 at once");
        try (var running = prepared.start(logs, "first");
                var client = client(running)) {
            var worms = client.getDatabase("shop").getCollection("worms-of-mine");
            assertThat(worms.countDocuments()).isEqualTo(6000);
            var found = worms.find(eq("class", "utilize"))
                    .map(worm -> worm.getString("name"))
                    .into(new ArrayList<>());
            var tenth = String.valueOf(prepared.calibrated().get("mongodb")).replaceFirst("^\\D*(\\d+).*$", "$1");
            assertThat(found).hasSize(10).last().isEqualTo(String.format("worm-%07d", Integer.parseInt(tenth)));
        }
        assertThat(prepare(need, ServerSources.Source.NONE).calibrated()).isEqualTo(prepared.calibrated());
        assertThat(session.notes).filteredOn(note -> note.startsWith("loading")).hasSize(1);
    }

    @Test
    void aCommandWhoseFilesAreUnknownLoadsInEachRun() throws Exception {
        var times = logs.resolve("times");
        var need = loadedBy(
                "echo once >> '" + times + "'; echo calibrated: ${mongodb.database} at $HERE", Optional.empty());
        assertThat(prepare(need, ServerSources.Source.NONE).calibrated()).containsEntry("mongodb", "shop at 127.0.0.1");
        try (var running = prepare(need, ServerSources.Source.NONE).start(logs, "empty");
                var client = client(running)) {
            assertThat(client.getDatabase("shop").listCollectionNames()).isEmpty();
        }

        assertThat(times).hasContent("once\nonce");
        assertThat(session.notes)
                .filteredOn(note -> note.contains("(in each run; needs.mongodb.load.files has it kept)"))
                .hasSize(2);
    }

    @Test
    void aCommandThatFailsIsToldWithWhatItWrote() {
        var need = loadedBy("echo 'no orders.csv' >&2; exit 3", Optional.empty());
        assertThatThrownBy(() -> prepare(need, ServerSources.Source.NONE))
                .isInstanceOfSatisfying(Failure.class, failure -> {
                    assertThat(failure.what())
                            .isEqualTo("needs.mongodb.load: 'echo 'no orders.csv' >&2; exit 3' did not load the data");
                    assertThat(failure.why()).startsWith("exit code 3, ").contains("no orders.csv");
                    var log = Path.of(failure.fix().replaceFirst("^the whole output is in ", ""));
                    assertThat(log).content().isEqualTo("no orders.csv\n");
                });
        var endless = new DeclaredMongoDb(
                "shop",
                Map.of(),
                Optional.of(new Load("sleep 60", Optional.empty(), Map.of(), Optional.empty(), Duration.ofMillis(100))),
                Map.of(),
                Map.of(),
                DeclaredRuntime.AS_TARGETS);
        assertThatThrownBy(() -> prepare(endless, ServerSources.Source.NONE))
                .isInstanceOfSatisfying(
                        Failure.class,
                        failure -> assertThat(failure.why()).startsWith("it did not end within 100ms, "));
    }

    @Test
    void whatIsLoadedMustBeAsManyDocumentsAsTheScenarioSays() {
        var need = new DeclaredMongoDb(
                "shop",
                Map.of("orders", ORDERS),
                Optional.empty(),
                Map.of(),
                Map.of("orders", 4L, "invoices", 1L),
                DeclaredRuntime.AS_TARGETS);
        assertThatThrownBy(() -> prepare(need, ServerSources.Source.NONE))
                .isInstanceOfSatisfying(
                        Failure.class,
                        failure -> assertThat(failure.why())
                                .contains(
                                        "collection orders: expected 4 documents, found 3",
                                        "collection invoices: expected 1 documents, found 0"));
    }

    @Test
    void documentsAreCountedAlsoWhereNothingIsLoaded() {
        var need = needing(Optional.empty(), Map.of("orders", 10_000L));
        assertThatThrownBy(() -> prepare(need, ServerSources.Source.NONE))
                .isInstanceOfSatisfying(
                        Failure.class,
                        failure -> assertThat(failure.why())
                                .isEqualTo("collection orders: expected 10000 documents, found 0"));
    }

    @Test
    void whatIsKeptIsCountedAgainForAnotherNumber() throws Exception {
        var command =
                loading("${java} -jar ${document-store.jar} seed --documents=6000 --tenth=500", Optional.of(Map.of()));
        prepare(needing(command, Map.of("worms", 6000L)), ServerSources.Source.NONE);
        var other = needing(command, Map.of("worms", 6001L));
        assertThatThrownBy(() -> prepare(other, ServerSources.Source.NONE))
                .isInstanceOfSatisfying(
                        Failure.class,
                        failure -> assertThat(failure.why())
                                .isEqualTo("collection worms: expected 6001 documents, found 6000"));
    }

    @Test
    void outputInAnyEncodingIsRead() throws Exception {
        var need = loadedBy("printf '\\377\\n'; printf 'calibrated: 5 \\302\\265s\\n'", Optional.of(Map.of()));
        assertThat(prepare(need, ServerSources.Source.NONE).calibrated()).containsEntry("mongodb", "5 µs");
    }

    @Test
    void aCommandRunsInTheDirectoryThatTheScenarioSays() throws Exception {
        Files.writeString(logs.resolve("orders.csv"), "");
        var need = needing(
                Optional.of(new Load(
                        "ls orders.csv && echo calibrated: found",
                        Optional.of(logs),
                        Map.of(),
                        Optional.empty(),
                        Duration.ofMinutes(1))),
                Map.of());
        assertThat(prepare(need, ServerSources.Source.NONE).calibrated()).containsEntry("mongodb", "found");
    }

    @Test
    void aDocumentThatIsTooLargeIsNamed() {
        var large =
                new DataFile("large.jsonl", "{\"_id\": 1}\n{\"_id\": 2, \"text\": \"" + "x".repeat(17 << 20) + "\"}\n");
        assertThatThrownBy(() -> prepare(holding(large, Map.of()), ServerSources.Source.NONE))
                .isInstanceOfSatisfying(Failure.class, failure -> {
                    assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
                    assertThat(failure.what())
                            .isEqualTo("needs.mongodb.data.orders: large.jsonl, line 2 cannot be inserted");
                    assertThat(failure.why()).contains("16 MiB");
                });
    }

    @Test
    void aDocumentThatTheServerRefusesIsNamed() {
        var twice = new DataFile("twice.jsonl", "{\"_id\": 1}\n{\"_id\": 2}\n\n{\"_id\": 1}\n");
        var need = new DeclaredMongoDb(
                "shop", Map.of("orders", twice), Optional.empty(), Map.of(), Map.of(), DeclaredRuntime.AS_TARGETS);
        assertThatThrownBy(() -> prepare(need, ServerSources.Source.NONE))
                .isInstanceOfSatisfying(Failure.class, failure -> {
                    assertThat(failure.what())
                            .isEqualTo("needs.mongodb.data.orders: twice.jsonl, line 4 cannot be inserted");
                    assertThat(failure.why()).contains("duplicate key");
                });
    }

    @Test
    void aServerThatRunsIsLoadedOnceAndCountedThroughItsStatus() throws Exception {
        try (var running = prepare(new DeclaredMongoDb("empty"), ServerSources.Source.NONE)
                        .start(logs, "running");
                var client = client(running)) {
            var there = new ServerSources.Source(Optional.of(URI.create(url(running))), Optional.empty());
            var prepared = prepare(SHOP, there);
            assertThat(prepared.software().get("mongodb"))
                    .startsWith("stand-in for MongoDB, mongo-java-server 1.47.0, 127.0.0.1:");
            var orders = client.getDatabase("shop").getCollection("orders");

            try (var external = prepared.start(logs, "external")) {
                orders.find().into(new ArrayList<>());
                var counts = server(external).counts().orElseThrow();
                assertThat(counts.served()).isEqualTo(1);
                assertThat(counts.running()).isZero();
            }
            assertThat(orders.countDocuments()).isEqualTo(3);

            prepare(SHOP, there);
            assertThat(session.notes)
                    .filteredOn(note -> note.startsWith("loading"))
                    .hasSize(1);
            orders.updateOne(eq("_id", "second"), set("customer", 1));
            assertThatThrownBy(() -> prepare(SHOP, there)).isInstanceOfSatisfying(Failure.class, failure -> {
                assertThat(failure.what()).startsWith("collection shop.orders at 127.0.0.1:");
                assertThat(failure.why()).isEqualTo("it has another document than orders.jsonl, line 2");
            });
            orders.deleteOne(eq("_id", "second"));
            assertThatThrownBy(() -> prepare(SHOP, there)).isInstanceOfSatisfying(Failure.class, failure -> {
                assertThat(failure.what()).startsWith("database shop at 127.0.0.1:");
                assertThat(failure.why()).isEqualTo("collection orders: expected 3 documents, found 2");
            });
        }
    }

    @Test
    void whatAServerThatRunsHoldsOfAnUnfinishedLoadIsRefused() throws Exception {
        try (var running = prepare(new DeclaredMongoDb("empty"), ServerSources.Source.NONE)
                        .start(logs, "running");
                var client = client(running)) {
            var there = new ServerSources.Source(Optional.of(URI.create(url(running))), Optional.empty());
            var seed = "${java} -jar ${document-store.jar} seed --documents=6000 --tenth=500";
            var failing = loadedBy(seed + " && echo 'calibrated: half of it' && exit 1", Optional.empty());
            assertThatThrownBy(() -> prepare(failing, there)).isInstanceOf(Failure.class);

            assertThatThrownBy(() -> prepare(failing, there))
                    .isInstanceOfSatisfying(
                            Failure.class,
                            failure -> assertThat(failure.what()).contains("was begun and not finished"));

            client.getDatabase("shop").drop();
            var whole = loadedBy(seed + " && echo 'calibrated: all of it'", Optional.empty());
            assertThat(prepare(whole, there).calibrated()).containsEntry("mongodb", "all of it");
            assertThat(prepare(whole, there).calibrated()).containsEntry("mongodb", "all of it");
            assertThat(session.notes)
                    .filteredOn(note -> note.startsWith("loading"))
                    .hasSize(2);
        }
    }

    @Test
    void whatAnotherCommandOrFileLoadedIsRefused() throws Exception {
        try (var running =
                prepare(new DeclaredMongoDb("empty"), ServerSources.Source.NONE).start(logs, "running")) {
            var there = new ServerSources.Source(Optional.of(URI.create(url(running))), Optional.empty());
            var seed = "${java} -jar ${document-store.jar} seed --documents=6000 --tenth=";
            var first = loadedBy(seed + "500", Optional.of(Map.of("orders.csv", "a")));
            prepare(first, there);
            for (var other : List.of(
                    loadedBy(seed + "501", Optional.of(Map.of("orders.csv", "a"))),
                    loadedBy(seed + "500", Optional.of(Map.of("orders.csv", "b"))),
                    holding("worms", new DataFile("worms.jsonl", "{}\n".repeat(6000)), Map.of()))) {
                assertThatThrownBy(() -> prepare(other, there)).isInstanceOfSatisfying(Failure.class, failure -> {
                    assertThat(failure.what()).contains("holds other data than");
                    assertThat(failure.fix()).contains("name another database in the scenario");
                });
            }

            prepare(holding("customers", CUSTOMERS, Map.of()), there);
            prepare(needing(Optional.empty(), Map.of("worms", 6000L, "customers", 2L)), there);
            prepare(first, there);
            var changed = new DataFile("customers.json", "[{\"name\": \"Ä\"}, {\"name\": \"B\"}]");
            assertThatThrownBy(() -> prepare(holding("customers", changed, Map.of()), there))
                    .isInstanceOfSatisfying(
                            Failure.class, failure -> assertThat(failure.what()).contains("holds other data than"));
            assertThat(session.notes).noneMatch(note -> note.contains("was not run"));
        }
    }

    @Test
    void whatIsLoadedAgainAfterItWasDroppedIsNotTakenForTheOther() throws Exception {
        try (var running = prepare(new DeclaredMongoDb("empty"), ServerSources.Source.NONE)
                        .start(logs, "running");
                var client = client(running)) {
            var there = new ServerSources.Source(Optional.of(URI.create(url(running))), Optional.empty());
            var other = new DataFile("other.jsonl", "{}\n{}\n{}\n");
            prepare(holding(ORDERS, Map.of()), there);
            prepare(holding("customers", CUSTOMERS, Map.of()), there);
            orders(client).drop();
            prepare(holding(other, Map.of()), there);
            assertThatThrownBy(() -> prepare(holding(ORDERS, Map.of()), there)).isInstanceOf(Failure.class);
            prepare(holding("customers", CUSTOMERS, Map.of()), there);
        }
    }

    @Test
    void noCommandRunsOnADatabaseThatHoldsDocuments() throws Exception {
        try (var running = prepare(new DeclaredMongoDb("empty"), ServerSources.Source.NONE)
                        .start(logs, "running");
                var client = client(running)) {
            var there = new ServerSources.Source(Optional.of(URI.create(url(running))), Optional.empty());
            client.getDatabase("shop").getCollection("mine").insertOne(new Document("kept", true));
            var ran = logs.resolve("ran");
            var command = loading("echo yes > '" + ran + "'", Optional.empty());
            prepare(needing(command, Map.of("mine", 1L)), there);
            assertThatThrownBy(() -> prepare(needing(command, Map.of("orders", 1L)), there))
                    .isInstanceOfSatisfying(
                            Failure.class,
                            failure -> assertThat(failure.why())
                                    .isEqualTo("collection orders: expected 1 documents, found 0"));
            assertThat(ran).doesNotExist();
            assertThat(session.notes)
                    .filteredOn(note -> note.contains("documents are there, and nothing says where they come from"))
                    .hasSize(1);
        }
    }

    @Test
    void noPasswordIsToldThatACommandWrites() throws Exception {
        try (var running =
                prepare(new DeclaredMongoDb("empty"), ServerSources.Source.NONE).start(logs, "running")) {
            var there = new ServerSources.Source(Optional.of(URI.create(url(running))), Optional.empty());
            var password = word(running.placeholders(), "mongodb.password");
            var measured = prepare(loadedBy("echo calibrated: with $MONGODB_URL", Optional.of(Map.of())), there)
                    .calibrated();
            assertThat(measured.get("mongodb")).startsWith("with mongodb://").doesNotContain(password);
            assertThatThrownBy(() -> prepare(loadedBy("echo $MONGODB_URL; exit 1", Optional.empty()), there))
                    .isInstanceOfSatisfying(
                            Failure.class,
                            failure -> assertThat(failure.why())
                                    .contains("mongodb://target:")
                                    .doesNotContain(password));
        }
    }

    @Test
    @Disturbance(
            value = "another user connects to the stand-in for MongoDB and drops its data",
            then = "refused without the password of this start")
    void noClientGetsInWithoutThePasswordOfThisStart() throws Exception {
        var prepared = prepare(SHOP, ServerSources.Source.NONE);
        Map<String, String> first;
        try (var running = prepared.start(logs, "first")) {
            first = running.placeholders();
        }
        try (var running = prepared.start(logs, "second")) {
            var own = word(running.placeholders(), "mongodb.password");
            var earlier = word(first, "mongodb.password");
            assertThat(own).hasSizeGreaterThan(20).isNotEqualTo(earlier);
            for (var login : List.of("", "target:" + earlier + "@", "ralbench:" + own + "@", "root:root@")) {
                var port = word(running.placeholders(), "mongodb.port");
                try (var stranger = MongoClients.create("mongodb://" + login + "127.0.0.1:" + port)) {
                    assertThat(catchThrowable(() -> orders(stranger).drop()))
                            .as("login '%s'", login)
                            .isInstanceOf(MongoException.class)
                            .hasStackTraceContaining(login.isEmpty() ? "Unauthorized" : "AuthenticationFailed");
                }
            }
            try (var client = client(running)) {
                assertThat(orders(client).countDocuments()).isEqualTo(3);
            }
            assertNoOtherUserReads(own, server(running).pid().orElseThrow());
        }
    }

    /** One that says which version it is, and cannot be started. */
    @Test
    void aMongodThatRalbenchStartsIsSaidToHaveNoPassword() throws Exception {
        var mongod = Files.writeString(
                logs.resolve("mongod"), "#!/bin/sh\n[ \"$1\" = --version ] || exit 3\necho 'db version v8.0.4'\n");
        Files.setPosixFilePermissions(mongod, PosixFilePermissions.fromString("rwx------"));
        var source = new ServerSources.Source(Optional.empty(), Optional.of(mongod.toString()));

        assertThatThrownBy(() -> prepare(SHOP, source)).isInstanceOf(Failure.class);

        assertThat(session.notes)
                .contains(
                        "mongodb: MongoDB 8.0.4 has no password while ralbench runs it: every user of this machine gets in"
                                + " at 127.0.0.1; --mongodb-url takes one that asks for a password");
    }

    private void assertNoOtherUserReads(String password, long pid) throws IOException {
        var process = Path.of("/proc/" + pid);
        assertThat(Files.readString(process.resolve("cmdline")))
                .contains("document-store")
                .doesNotContain(password);
        assertThat(Files.readString(process.resolve("environ"))).contains(password);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(process.resolve("environ"))))
                .isEqualTo("r--------");
        try (var files = Files.walk(logs)) {
            assertThat(files.filter(Files::isRegularFile))
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(file).content().doesNotContain(password));
        }
    }

    private static String word(Map<String, String> placeholders, String name) {
        return String.valueOf(placeholders.get(name));
    }

    private PreparedEnvironment prepare(DeclaredMongoDb need, ServerSources.Source source) throws InterruptedException {
        return session.environments.prepare(
                new DeclaredDependencies(List.of(need)), ServerSources.none().with("mongodb", source));
    }

    /** In the database shop. */
    private static DeclaredMongoDb loadedBy(String command, Optional<Map<String, String>> files) {
        return needing(loading(command, files), Map.of());
    }

    private static Optional<Load> loading(String command, Optional<Map<String, String>> files) {
        var environment = Map.of(
                "MONGODB_URL", "${mongodb.url}", "MONGODB_DATABASE", "${mongodb.database}", "HERE", "${mongodb.host}");
        return Optional.of(new Load(command, Optional.empty(), environment, files, Duration.ofMinutes(1)));
    }

    private static DeclaredMongoDb needing(Optional<Load> load, Map<String, Long> documents) {
        return new DeclaredMongoDb("shop", Map.of(), load, Map.of(), documents, DeclaredRuntime.AS_TARGETS);
    }

    private static DeclaredMongoDb holding(DataFile orders, Map<String, List<Index>> indexes) {
        return holding("orders", orders, indexes);
    }

    private static DeclaredMongoDb holding(String collection, DataFile file, Map<String, List<Index>> indexes) {
        return new DeclaredMongoDb(
                "shop", Map.of(collection, file), Optional.empty(), indexes, Map.of(), DeclaredRuntime.AS_TARGETS);
    }

    private static RunningServer server(RunningEnvironment running) {
        return running.servers().getFirst();
    }

    private static String url(RunningEnvironment running) {
        return String.valueOf(running.placeholders().get("mongodb.url"));
    }

    private static MongoClient client(RunningEnvironment running) {
        return MongoClients.create(url(running));
    }

    private static MongoCollection<Document> orders(MongoClient client) {
        return client.getDatabase("shop").getCollection("orders");
    }
}
