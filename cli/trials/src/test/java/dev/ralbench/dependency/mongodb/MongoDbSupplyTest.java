package dev.ralbench.dependency.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.dependency.declared.DeclaredMongoDb;
import dev.ralbench.testing.PlaceholderRule;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MongoDbSupplyTest {
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
        PlaceholderRule.assertKept(
                DeclaredMongoDb.KIND, MongoDbSupply.SUPPLY, url -> MongoDbSupply.placeholders(url, NEED));
        assertThat(placeholders("mongodb://[::1]")).containsEntry("mongodb.url", "mongodb://[::1]:27017");
    }

    private static Map<String, String> placeholders(String url) {
        return MongoDbSupply.placeholders(MongoDbSupply.SUPPLY.url(URI.create(url)), NEED);
    }
}
