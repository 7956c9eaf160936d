package dev.ralbench.dependency.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.dependency.declared.DeclaredMongoDb;
import dev.ralbench.testing.PlaceholderRule;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.junit.jupiter.api.Test;

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

    private static Map<String, String> placeholders(String url) {
        return MongoDb.placeholders(MongoDb.SERVER.url(URI.create(url)), NEED);
    }
}
