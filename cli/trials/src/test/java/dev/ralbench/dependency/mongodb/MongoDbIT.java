package dev.ralbench.dependency.mongodb;

import static com.mongodb.client.model.Filters.eq;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import dev.ralbench.Failure;
import dev.ralbench.dependency.PreparedEnvironment;
import dev.ralbench.dependency.RunSession;
import dev.ralbench.dependency.RunningEnvironment;
import dev.ralbench.dependency.declared.DeclaredDependencies;
import dev.ralbench.dependency.declared.DeclaredMongoDb;
import dev.ralbench.dependency.kind.RunningServer;
import dev.ralbench.dependency.kind.ServerSource;
import dev.ralbench.dependency.kind.ServerSources;
import dev.ralbench.testing.Disturbance;
import dev.ralbench.testing.ItCache;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The stand-in, started by ralbench, and as a server that runs already. */
@Timeout(120)
class MongoDbIT {
    private static final DeclaredMongoDb NEED = new DeclaredMongoDb("wormery", "worms", 20_000, 1);
    private static final DeclaredMongoDb ELSEWHERE = new DeclaredMongoDb("elsewhere", "worms", 6000, 2);

    @TempDir
    Path logs;

    private RunSession session;

    @BeforeEach
    void open() {
        session = RunSession.processes(ItCache.SHARED);
    }

    @AfterEach
    void close() {
        session.close();
    }

    @Test
    void eachStartHoldsTheSameDocumentsAndCountsFromZero() throws Exception {
        var prepared = prepare(NEED, ServerSource.NONE);
        assertThat(prepared.software())
                .containsEntry("mongodb", "stand-in for MongoDB, mongo-java-server 1.47.0, built in");
        assertThat(prepared.calibrated().get("mongodb")).startsWith("tenth match at document ");
        var documents = StudyDocuments.of(NEED).withTenth(tenth(prepared));
        long pid;
        try (var first = prepared.start(logs, "first");
                var client = client(first)) {
            var worms = collection(client, NEED);
            assertThat(worms.find(eq("class", "utilize")).limit(10).into(new ArrayList<>()))
                    .isEqualTo(documents.matches().stream()
                            .map(documents::document)
                            .toList());
            assertThat(server(first).counts().orElseThrow().served()).isEqualTo(1);
            worms.deleteMany(eq("class", "utilize"));
            assertThat(server(first).counts().orElseThrow().served()).isEqualTo(2);
            pid = server(first).pid().orElseThrow();
        }
        assertThat(ProcessHandle.of(pid)).isEmpty();
        try (var second = prepared.start(logs, "second");
                var client = client(second)) {
            assertThat(server(second).counts().orElseThrow().served()).isZero();
            // What a real server would be loaded with, in the same order.
            assertThat(collection(client, NEED).find().into(new ArrayList<>()))
                    .isEqualTo(IntStream.range(0, NEED.documents())
                            .mapToObj(documents::document)
                            .toList());
        }
    }

    @Test
    void aServerThatRunsIsLoadedOnceAndCountedThroughItsStatus() throws Exception {
        try (var running = prepare(NEED, ServerSource.NONE).start(logs, "running");
                var client = client(running)) {
            var there = new ServerSource(Optional.of(URI.create(address(running))), Optional.empty());
            var prepared = prepare(ELSEWHERE, there);
            assertThat(prepared.software().get("mongodb"))
                    .startsWith("stand-in for MongoDB, mongo-java-server 1.47.0, 127.0.0.1:");
            var worms = collection(client, ELSEWHERE);
            assertThat(worms.countDocuments(eq("class", "utilize"))).isEqualTo(10);

            try (var external = prepared.start(logs, "external")) {
                worms.find(eq("class", "utilize")).limit(10).into(new ArrayList<>());
                var counts = server(external).counts().orElseThrow();
                assertThat(counts.served()).isEqualTo(1);
                assertThat(counts.running()).isZero();
            }
            assertThat(worms.countDocuments()).isEqualTo(6000);

            assertThat(prepare(ELSEWHERE, there).calibrated()).isEqualTo(prepared.calibrated());
            assertThat(session.notes)
                    .filteredOn(note -> note.startsWith("loading"))
                    .hasSize(1);
            worms.deleteOne(eq("class", "class-000"));
            assertThatThrownBy(() -> prepare(ELSEWHERE, there)).isInstanceOfSatisfying(Failure.class, failure -> {
                assertThat(failure.what()).startsWith("collection elsewhere.worms at 127.0.0.1:");
                assertThat(failure.why()).isEqualTo("it holds 5999 documents, not 6000");
            });
        }
    }

    @Test
    @Disturbance(
            value = "another user connects to the stand-in for MongoDB and drops its data",
            then = "refused without the password of this start")
    void noClientGetsInWithoutThePasswordOfThisStart() throws Exception {
        var prepared = prepare(NEED, ServerSource.NONE);
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
                    assertThat(catchThrowable(() -> collection(stranger, NEED).drop()))
                            .as("login '%s'", login)
                            .isInstanceOf(MongoException.class)
                            .hasStackTraceContaining(login.isEmpty() ? "Unauthorized" : "AuthenticationFailed");
                }
            }
            try (var client = client(running)) {
                assertThat(collection(client, NEED).countDocuments()).isEqualTo(NEED.documents());
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
        var source = new ServerSource(Optional.empty(), Optional.of(mongod.toString()));

        assertThatThrownBy(() -> prepare(NEED, source)).isInstanceOf(Failure.class);

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

    private PreparedEnvironment prepare(DeclaredMongoDb need, ServerSource source) throws InterruptedException {
        return session.environments.prepare(
                new DeclaredDependencies(List.of(need)), ServerSources.none().with("mongodb", source));
    }

    private static int tenth(PreparedEnvironment prepared) {
        var words = String.valueOf(prepared.calibrated().get("mongodb"));
        return Integer.parseInt(words.replaceFirst("^\\D*(\\d+).*$", "$1"));
    }

    private static RunningServer server(RunningEnvironment running) {
        return running.servers().getFirst();
    }

    private static String url(RunningEnvironment running) {
        return String.valueOf(running.placeholders().get("mongodb.url"));
    }

    /** As a user names a server: ralbench knows by itself where accounts are. */
    private static String address(RunningEnvironment running) {
        return url(running);
    }

    private static MongoClient client(RunningEnvironment running) {
        return MongoClients.create(url(running));
    }

    private static MongoCollection<Document> collection(MongoClient client, DeclaredMongoDb need) {
        return client.getDatabase(need.database()).getCollection(need.collection());
    }
}
