package dev.ralbench.dependency.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.ServerAddress;
import dev.ralbench.Clock;
import dev.ralbench.Failure;
import dev.ralbench.FailureKind;
import dev.ralbench.dependency.declared.DeclaredDependencies;
import dev.ralbench.dependency.declared.DeclaredMongoDb;
import dev.ralbench.dependency.declared.DeclaredMongoDb.Index;
import dev.ralbench.dependency.declared.DeclaredMongoDb.Load;
import dev.ralbench.dependency.declared.DeclaredRuntime;
import dev.ralbench.dependency.kind.ServerUrl;
import dev.ralbench.process.LogFile;
import dev.ralbench.service.TargetCatalog;
import dev.ralbench.testing.PlaceholderRule;
import dev.ralbench.testing.Repository;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MongoDbTest {
    private static final DeclaredMongoDb NEED = new DeclaredMongoDb("wormery");

    @Test
    void aTargetLearnsAllThatItsDriverNeeds() {
        assertThat(placeholders("mongodb://db:27018"))
                .isEqualTo(Map.of(
                        "mongodb.host", "db",
                        "mongodb.port", "27018",
                        "mongodb.address", "db:27018",
                        "mongodb.database", "wormery",
                        "mongodb.user", "",
                        "mongodb.password", "",
                        "mongodb.url", "mongodb://db:27018"));
    }

    @Test
    void userAndPasswordAreInTheUrlAsItWantsThem() {
        assertThat(placeholders("mongodb://me:a%20b%40c%2F@db"))
                .containsEntry("mongodb.user", "me")
                .containsEntry("mongodb.password", "a b@c/")
                .containsEntry("mongodb.url", "mongodb://me:a%20b%40c%2F@db:27017");
    }

    @Test
    void addressesOfIpv6HaveBracketsWhereAUrlNeedsThem() {
        PlaceholderRule.assertKept(DeclaredMongoDb.KIND, MongoDb.SERVER, url -> MongoDb.placeholders(url, NEED));
        assertThat(placeholders("mongodb://[::1]")).containsEntry("mongodb.url", "mongodb://[::1]:27017");
    }

    @Test
    void theProgramSaysItsVersion() {
        assertThat(MongoDb.ofProgram("db version v8.0.4\nBuild Info: {\n    \"version\": \"8.0.4\"\n}"))
                .hasValueSatisfying(product -> assertThat(product).hasToString("MongoDB 8.0.4"));
        assertThat(MongoDb.ofProgram("Redis server v=7.0.15")).isEmpty();
    }

    @Test
    void aStandInIsNotTakenForMongoDb() {
        assertThat(MongoDb.ofServer(new Document("version", "8.0.4").append("modules", List.of())))
                .hasToString("MongoDB 8.0.4");
        assertThat(MongoDb.ofServer(new Document("version", "4.4.0")
                        .append("modules", List.of("stand-in: mongo-java-server 1.47.0"))))
                .hasToString("stand-in for MongoDB, mongo-java-server 1.47.0");
    }

    @Test
    void aPasswordIsMaskedInAllItsForms() {
        var url = MongoDb.SERVER.url(URI.create("mongodb://me:p%40ss%3Aw%2Frd@db"));
        assertThat(url.password()).isEqualTo("p@ss:w/rd");
        var masks = MongoDbData.masks(url);
        for (var form : List.of(
                url.password(),
                "p%40ss%3Aw%2Frd",
                String.valueOf(MongoDb.placeholders(url, NEED).get("mongodb.url")))) {
            assertThat(masks.apply("<" + form + ">"))
                    .startsWith("<")
                    .endsWith(">")
                    .doesNotContain("ss", "rd");
        }
        assertThat(MongoDbData.masks(MongoDb.SERVER.url(URI.create("mongodb://me:x7@db")))
                        .apply("a x7 b"))
                .isEqualTo("a *** b");
        assertThat(MongoDbData.masks(MongoDb.SERVER.url(URI.create("mongodb://db")))
                        .apply("any"))
                .isEqualTo("any");
    }

    @Test
    void aHeapThatTheMachineDoesNotHaveIsRefused() {
        StandIn.requireRoom("stand-in", 1000, 1000);
        assertThatThrownBy(() -> StandIn.requireRoom("stand-in", 1001, 1000))
                .isInstanceOfSatisfying(Failure.class, failure -> {
                    assertThat(failure.what()).isEqualTo("the stand-in cannot hold the data");
                    assertThat(failure.why()).contains("1001 MiB").contains("1000 MiB");
                    assertThat(failure.fix()).contains("--mongodb-url");
                });
    }

    @Test
    void aServerThatEndsWhileItIsLoadedIsTheCause(@TempDir Path directory) throws IOException {
        var log = new LogFile(
                Files.writeString(directory.resolve("log"), "java.lang.OutOfMemoryError: Java heap space\n"));
        var refused = Failure.environment("the command did not load the data", "exit code 1", "");
        assertThat(loading(log, false, new MongoException("closed")))
                .satisfies(failure ->
                        assertThat(failure.what()).isEqualTo("the server ended while data was loaded into it"))
                .satisfies(failure -> assertThat(failure.why()).contains("OutOfMemoryError"))
                .satisfies(failure -> assertThat(failure.fix())
                        .startsWith("load less; ")
                        .contains(log.path().toString()));
        assertThat(loading(log, false, refused).why()).contains("OutOfMemoryError");
        assertThat(loading(log, true, refused)).isSameAs(refused);
        assertThat(loading(log, true, new MongoException("too much")))
                .satisfies(failure -> assertThat(failure.what()).isEqualTo("the server did not take the data"))
                .satisfies(failure -> assertThat(failure.why()).isEqualTo("too much"))
                .satisfies(failure -> assertThat(failure.fix()).doesNotContain("--mongodb-url"));
    }

    @Test
    void anIndexThatTheServerRefusesIsNamed() {
        var index = new Index(Map.of("lines", 1));
        assertThat(MongoDbData.refused("orders", index, answer(171, "cannot index parallel arrays")))
                .isInstanceOfSatisfying(Failure.class, failure -> {
                    assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
                    assertThat(failure.what())
                            .isEqualTo(
                                    "needs.mongodb.indexes: the index {lines=1} of collection orders cannot be made");
                    assertThat(failure.why()).isEqualTo("cannot index parallel arrays");
                });
        var unauthorized = answer(13, "not authorized on shop");
        assertThat(MongoDbData.refused("orders", index, unauthorized)).isSameAs(unauthorized);
    }

    private static MongoCommandException answer(int code, String message) {
        return new MongoCommandException(
                new BsonDocument("ok", new BsonInt32(0))
                        .append("code", new BsonInt32(code))
                        .append("errmsg", new BsonString(message)),
                new ServerAddress());
    }

    private static Failure loading(LogFile log, boolean isAlive, RuntimeException thrown) {
        var server =
                new MongoDbAccess.OwnServer("the server", () -> isAlive, log, "load less", () -> false, Clock.system());
        return catchThrowableOfType(
                Failure.class,
                () -> server.load(ServerUrl.own(MongoDb.NAME, 1), access -> {
                    throw thrown;
                }));
    }

    @Test
    void aCommandIsNotStartedInADirectoryThatAContainerCannotHave() {
        assertThat(refusal("/").what()).isEqualTo("needs.mongodb.load: its command would be started in /");
        assertThat(refusal("/not/there").what())
                .isEqualTo("needs.mongodb.load.directory: there is no directory /not/there");
    }

    private static Failure refusal(String directory) {
        var load = new Load("true", Optional.of(Path.of(directory)), Map.of(), Optional.empty(), Duration.ofMinutes(1));
        var need = new DeclaredMongoDb(
                "shop", Map.of(), Optional.of(load), Map.of(), Map.of(), DeclaredRuntime.AS_TARGETS);
        var failure = catchThrowableOfType(
                Failure.class,
                () -> new MongoDbKind()
                        .check(new DeclaredDependencies(List.of(need)), new TargetCatalog(Repository.ROOT)));
        assertThat(failure.kind()).isEqualTo(FailureKind.USAGE);
        return failure;
    }

    private static Map<String, String> placeholders(String url) {
        return MongoDb.placeholders(MongoDb.SERVER.url(URI.create(url)), NEED);
    }
}
