package dev.ralbench.dependency.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.Test;

class MongoDbProductTest {
    @Test
    void theProgramSaysItsVersion() {
        assertThat(MongoDbProduct.ofProgram("db version v8.0.4\nBuild Info: {\n    \"version\": \"8.0.4\"\n}"))
                .hasValueSatisfying(product -> assertThat(product).hasToString("MongoDB 8.0.4"));
        assertThat(MongoDbProduct.ofProgram("Redis server v=7.0.15")).isEmpty();
    }

    @Test
    void aStandInIsNotTakenForMongoDb() {
        assertThat(MongoDbProduct.ofServer(new Document("version", "8.0.4").append("modules", List.of())))
                .hasToString("MongoDB 8.0.4");
        assertThat(MongoDbProduct.ofServer(new Document("version", "4.4.0")
                        .append("modules", List.of("stand-in: mongo-java-server 1.47.0"))))
                .hasToString("stand-in for MongoDB, mongo-java-server 1.47.0");
    }
}
