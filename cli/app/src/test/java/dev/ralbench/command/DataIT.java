package dev.ralbench.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.load.Outcome;
import dev.ralbench.measurement.Measurement;
import dev.ralbench.result.ResultFile;
import dev.ralbench.testing.FaultyServer;
import dev.ralbench.testing.ResultSchema;
import java.io.IOException;
import java.net.Socket;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows of files and databases, as they arrive at a server. */
@Timeout(180)
class DataIT {
    private static final int ROWS = 300;
    private static final String USERS = "/users/";

    @TempDir
    private Path directory;

    /** Of each request, in the order of their arrival. */
    private final ConcurrentLinkedQueue<String> names = new ConcurrentLinkedQueue<>();

    private final Map<Socket, List<String>> byConnection = new ConcurrentHashMap<>();

    @BeforeEach
    void writeUsers() throws IOException {
        var csv = IntStream.range(0, ROWS)
                .mapToObj(id -> "\"" + name(id).replace("\"", "\"\"") + "\"," + id)
                .collect(Collectors.joining("\r\n", "\uFEFFname,id\r\n", "\r\n"));
        Files.writeString(directory.resolve("users.csv"), csv);
    }

    private static String name(int id) {
        return "user, \"" + id + "\" ü/&?\n+%20";
    }

    private static List<String> all() {
        return IntStream.range(0, ROWS).mapToObj(DataIT::name).toList();
    }

    private FaultyServer server() {
        return new FaultyServer((number, exchange) -> {
            var path = exchange.requestLine().split(" ")[1];
            if (path.startsWith(USERS)) { // else it is only asked whether it is ready
                var name = URLDecoder.decode(path.substring(USERS.length()), StandardCharsets.UTF_8);
                names.add(name);
                byConnection
                        .computeIfAbsent(exchange.socket(), socket -> new ArrayList<>())
                        .add(name);
            }
            exchange.ok();
        });
    }

    private Shell.CommandResult run(FaultyServer server, String data, String load, String... args) throws IOException {
        var scenario =
                Files.writeString(directory.resolve("mine.yaml"), """
                schema: 1
                name: mine
                data: { users: { %s } }
                request: { path: "/users/${users.name}" }
                load: %s
                variants: { one: { target: { url: "%s" } } }
                %s
                """.formatted(data, load, server.url(), needs(data)));
        var all = new ArrayList<>(List.of("run", "--scenario", scenario.toString(), "-o", file().toString()));
        all.addAll(List.of(args));
        return Shell.run(all.toArray(String[]::new));
    }

    private static String needs(String data) {
        return Stream.of("mysql", "postgres")
                .filter(kind -> data.contains("of: " + kind))
                .map(kind -> "needs: { " + kind + ": { database: shop, script: shop.sql } }")
                .collect(Collectors.joining());
    }

    private Path file() {
        return directory.resolve("result.json");
    }

    private Measurement measured() throws IOException {
        ResultSchema.assertKeptBy(file());
        return ResultFile.read(file()).trials().getFirst().measurement().orElseThrow();
    }

    /** What the load sent: the look at the target before it shows the first row, and takes none. */
    private Map<String, Long> sentByLoad(long looks) {
        var counts = names.stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        counts.merge(names.element(), -looks, Long::sum);
        return counts;
    }

    private long looks() throws IOException {
        return names.size() - measured().wholeRun().requests().count(Outcome.OK);
    }

    @ParameterizedTest
    @CsvSource({"sequential, lean", "shuffled, lean", "shuffled, web"})
    void eachRowArrivesOnceAndTheLoadEndsWithTheLast(String order, String sender) throws IOException {
        try (var server = server()) {
            var outcome = run(
                    server,
                    "file: users.csv, atEnd: stop, order: " + order,
                    "{ closed: { constant: { users: 5, hold: 60s } } }",
                    sender.equals("web") ? new String[] {"--sender", "vertx"} : new String[0]);

            assertThat(outcome.exit()).as(outcome.err()).isZero();
            assertThat(outcome.out() + outcome.err())
                    .contains("ended before its plan, because the data was used up: users (300 rows)");
            assertThat(measured().wholeRun().requests().count(Outcome.OK)).isEqualTo(ROWS);
            assertThat(measured().wholeRun().lengthSeconds()).isLessThan(30);
            assertThat(sentByLoad(looks()))
                    .containsOnlyKeys(all())
                    .allSatisfy((name, count) -> assertThat(count).as(name).isEqualTo(1));
        }
    }

    @Test
    void anOpenLoadEndsAtTheFirstArrivalWithoutARow() throws IOException {
        try (var server = server()) {
            var outcome =
                    run(server, "file: users.csv, atEnd: stop", "{ open: { rate: { perSecond: 500, hold: 60s } } }");

            assertThat(outcome.exit()).as(outcome.err()).isZero();
            assertThat(measured().wholeRun().requests().count(Outcome.OK)).isEqualTo(ROWS);
            assertThat(sentByLoad(looks()))
                    .containsOnlyKeys(all())
                    .allSatisfy((name, count) -> assertThat(count).as(name).isEqualTo(1));
        }
    }

    @Test
    void anErrorAtTheEndFailsTheRunAndKeepsWhatWasMeasured() throws IOException {
        try (var server = server()) {
            var outcome =
                    run(server, "file: users.csv, atEnd: error", "{ closed: { constant: { users: 5, hold: 60s } } }");

            assertThat(outcome.exit()).isEqualTo(ExitCode.ENVIRONMENT.code());
            assertThat(outcome.err()).contains("the data of users (300 rows) was used up before the load was over");
            assertThat(measured().wholeRun().requests().count(Outcome.OK)).isEqualTo(ROWS);
        }
    }

    /** With several event loops, too: what a user gets depends on no other. */
    @ParameterizedTest
    @ValueSource(strings = {"sequential", "shuffled"})
    void aUserThatGoesByItselfGetsTheSameRowsInEachRun(String order) throws IOException {
        var runs = new ArrayList<List<List<String>>>();
        for (int i = 0; i < 2; i++) {
            byConnection.clear();
            Files.deleteIfExists(file());
            try (var server = server()) {
                var outcome = run(
                        server,
                        "file: users.csv, perUser: true, order: " + order,
                        "{ closed: { loops: { users: 4, loops: 40 } } }",
                        "--seed",
                        "7");
                assertThat(outcome.exit()).as(outcome.err()).isZero();
            }
            runs.add(byConnection.values().stream()
                    .filter(rows -> rows.size() == 40)
                    .sorted((a, b) -> a.toString().compareTo(b.toString()))
                    .toList());
        }

        assertThat(runs.getFirst()).hasSize(4).doesNotHaveDuplicates().isEqualTo(runs.getLast());
        if (order.equals("sequential")) {
            assertThat(runs.getFirst()).contains(all().subList(0, 40), all().subList(3, 43));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mysql", "postgres"})
    void rowsOfADatabaseAreThoseThatItsScriptMade(String kind) throws IOException {
        Files.writeString(
                directory.resolve("shop.sql"),
                "CREATE TABLE products (id INT PRIMARY KEY, name VARCHAR(50));\n"
                        + "INSERT INTO products VALUES (1, 'lamp'), (2, 'desk / ü'), (3, NULL);\n");
        try (var server = server()) {
            var outcome = run(
                    server,
                    "sql: \"select id, name from products order by id\", of: " + kind + ", atEnd: stop",
                    "{ closed: { constant: { users: 2, hold: 60s } } }",
                    "--runtime",
                    "process");

            assertThat(outcome.exit()).as(outcome.err()).isZero();
            assertThat(sentByLoad(looks())).isEqualTo(Map.of("lamp", 1L, "desk / ü", 1L, "", 1L));
        }
    }

    @Test
    void aQueryThatFailsIsNamed() throws IOException {
        Files.writeString(directory.resolve("shop.sql"), "CREATE TABLE products (id INT PRIMARY KEY);\n");
        try (var server = server()) {
            for (var query : Map.of("select nothing", "failed: ", "select * from products", "has no rows")
                    .entrySet()) {
                Files.deleteIfExists(file());
                var outcome = run(
                        server,
                        "sql: " + query.getKey() + ", of: mysql",
                        "{ closed: { constant: { users: 2, hold: 1s } } }",
                        "--runtime",
                        "process");

                assertThat(outcome.exit()).isEqualTo(ExitCode.ENVIRONMENT.code());
                assertThat(outcome.err()).contains("data.users.sql " + query.getValue());
            }
        }
    }
}
