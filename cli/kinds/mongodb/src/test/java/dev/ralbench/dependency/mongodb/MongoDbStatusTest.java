package dev.ralbench.dependency.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.dependency.kind.ServedCounts;
import org.bson.Document;
import org.junit.jupiter.api.Test;

class MongoDbStatusTest {
    @Test
    void commandsForDataAreCountedAndWhatIsOursAndWhatWaitsIsNot() {
        var status = Document.parse("""
                {
                  "connections": { "current": 12, "available": 800, "active": 9, "awaitingTopologyChanges": 4 },
                  "metrics": { "commands": {
                    "find": { "failed": { "$numberLong": "1" }, "total": { "$numberLong": "2977" } },
                    "getMore": { "total": { "$numberLong": "20" } },
                    "aggregate": { "total": 3 },
                    "hello": { "total": { "$numberLong": "500" } },
                    "serverStatus": { "total": { "$numberLong": "70" } }
                  } }
                }
                """);

        assertThat(new MongoDbStatus(status).counts(2)).isEqualTo(new ServedCounts(3000, 4, 10));
    }

    @Test
    void aServerThatTellsLessHasServedNothing() {
        assertThat(new MongoDbStatus(new Document("ok", 1.0)).counts(2)).isEqualTo(new ServedCounts(0, 0, 0));
    }
}
