package dev.ralbench.dependency.mongodb;

import dev.ralbench.dependency.kind.ServedCounts;
import java.util.List;
import org.bson.Document;

/** MongoDB's {@code serverStatus}. */
record MongoDbStatus(Document answer) {
    /**
     * Commands that ask for data or change it. The number of these depends on the targets' work; that of all others on
     * how drivers open and keep connections, and includes ralbench's queries.
     */
    private static final List<String> FOR_DATA = List.of(
            "find",
            "getMore",
            "insert",
            "update",
            "delete",
            "findAndModify",
            "aggregate",
            "count",
            "distinct",
            "mapReduce",
            "bulkWrite");

    /** @param ownConnections how many ralbench has */
    ServedCounts counts(int ownConnections) {
        long served = FOR_DATA.stream()
                .mapToLong(command -> number("metrics", "commands", command, "total"))
                .sum();
        // Connections that wait for changes of the cluster are active, too, and so is this query.
        long running = number("connections", "active") - number("connections", "awaitingTopologyChanges") - 1;
        return new ServedCounts(
                served,
                Math.toIntExact(Math.max(0, running)),
                Math.toIntExact(Math.max(0, number("connections", "current") - ownConnections)));
    }

    /** 0 where there is no such figure; drivers of Java tell 32 from 64 bits. */
    private long number(String... path) {
        return answer.getEmbedded(List.of(path), (Number) 0).longValue();
    }
}
