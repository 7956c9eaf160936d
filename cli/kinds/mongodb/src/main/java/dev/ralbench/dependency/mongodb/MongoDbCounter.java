package dev.ralbench.dependency.mongodb;

import com.mongodb.MongoException;
import dev.ralbench.dependency.kind.Counter;
import dev.ralbench.dependency.kind.ServedCounts;
import java.io.IOException;

/** Counts of a MongoDB server, from its status. */
record MongoDbCounter(MongoDbAccess access) implements Counter {
    private static final int OWN_CONNECTIONS = 1 + MongoDbAccess.MONITORING_CONNECTIONS;

    @Override
    public ServedCounts read() throws IOException {
        try {
            return new MongoDbStatus(access.command("serverStatus")).counts(OWN_CONNECTIONS);
        } catch (MongoException e) {
            throw new IOException(e.getMessage(), access.reason(e));
        }
    }

    @Override
    public void close() {
        access.close();
    }
}
