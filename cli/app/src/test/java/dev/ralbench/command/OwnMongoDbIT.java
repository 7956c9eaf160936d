package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.Sha256;
import dev.ralbench.load.Outcome;
import dev.ralbench.metric.DependencyMetrics;
import dev.ralbench.result.ResultFile;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service of one's own, with documents of one's own, in a directory that has nothing to do with ralbench's. */
class OwnMongoDbIT {
    private static final String ORDERS = """
            {"_id":{"$oid":"65a000000000000000000001"},"customer":"ann","total":{"$numberDouble":"1.5"},"at":{"$date":"2026-11-28T10:00:00Z"}}
            {"_id":{"$oid":"65a000000000000000000002"},"customer":"bob","total":2}
            {"_id":{"$oid":"65a000000000000000000003"},"customer":"ann","total":{"$numberLong":"40"}}
            """;

    @TempDir
    private Path directory;

    @BeforeEach
    void writeFiles() throws IOException {
        Files.writeString(directory.resolve("orders.jsonl"), ORDERS);
        Files.writeString(directory.resolve("customers.json"), "[{\"name\": \"ann\"}, {\"name\": \"bob\"}]");
        try (var source = OwnMongoDbIT.class.getResourceAsStream("/orders-service/Orders.java")) {
            Files.write(
                    directory.resolve("Orders.java"),
                    Objects.requireNonNull(source).readAllBytes());
        }
        Files.writeString(directory.resolve("shop.yaml"), """
                schema: 1
                name: shop
                request:
                  path: /sum/ann
                  expect: { bodyBytes: 34 }
                load: { closed: { requests: { users: 4, requests: 200, within: 60s } } }
                needs:
                  mongodb:
                    database: shop
                    data: { orders: orders.jsonl, customers: customers.json }
                    indexes: { orders: [{ customer: 1, at: -1 }] }
                    documents: { orders: 3 }
                variants:
                  mine:
                    target:
                      command: ${java} -XX:TieredStopAtLevel=1 -cp '%s' '%s' ${port}
                      ready: /ready
                      env: { STORE: "${mongodb.url}", STORE_DATABASE: "${mongodb.database}" }
                """.formatted(driver(), directory.resolve("Orders.java")));
    }

    /** The jars of the driver, as a user has them. */
    private static String driver() {
        return Arrays.stream(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
                        .split(File.pathSeparator))
                .filter(jar -> jar.contains("mongodb-driver") || jar.contains("bson"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    @Test
    void aRunIsValidAndCountsTheCommandsOfARequest() {
        var output = directory.resolve("result.json");

        var outcome = Shell.run(
                "run", directory.resolve("shop.yaml").toString(), "--runtime", "process", "-o", output.toString());

        assertThat(outcome.exit()).as(outcome.err()).isIn(0, 6); // a busy machine makes a run invalid, not this one
        assertThat(outcome.err()).contains("mongodb: stand-in for MongoDB").contains("because there is no mongod here");
        var result = ResultFile.read(output);
        var whole = result.lastAttempts().getFirst().measurement().orElseThrow().wholeRun();
        assertThat(whole.requests().count(Outcome.OK)).isEqualTo(200);
        assertThat(DependencyMetrics.MONGODB_PER_REQUEST.of(whole)).hasValue(2.0);
        assertThat(outcome.out()).contains("MongoDB/req");
        assertThat(String.valueOf(result.scenario().document())).contains("orders.jsonl=" + Sha256.of(ORDERS));
    }

    @Test
    void aLineThatIsNoDocumentIsFoundBeforeAnythingIsStarted() throws IOException {
        Files.writeString(directory.resolve("orders.jsonl"), ORDERS + "{\"_id\": 4, \"customer\": }\n");
        for (var command : new String[] {"validate", "run"}) {
            var outcome = Shell.run(command, directory.resolve("shop.yaml").toString());

            assertThat(outcome.exit()).as(outcome.out()).isEqualTo(ExitCode.USAGE.code());
            assertThat(outcome.err() + outcome.out())
                    .contains("needs.mongodb.data.orders: orders.jsonl, line 4 is not extended JSON")
                    .contains("mongoexport");
        }
    }
}
