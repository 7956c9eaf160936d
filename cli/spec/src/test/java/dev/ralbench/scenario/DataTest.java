package dev.ralbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.Failure;
import dev.ralbench.Sha256;
import dev.ralbench.load.Workload;
import dev.ralbench.load.data.Rows;
import dev.ralbench.secret.Secrets;
import dev.ralbench.testing.FakeClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows whose fields are values of requests. */
class DataTest {
    private static final String USERS = "name,full name,note\nann,\"Ann & Co/ü\",\"say \"\"hi\"\"\nnow\"\nbob,Bob,x\n";

    @TempDir
    private Path directory;

    @BeforeEach
    void writeUsers() throws IOException {
        Files.writeString(directory.resolve("users.csv"), USERS);
    }

    private Scenario scenario(String keys) throws IOException {
        var file = directory.resolve("mine.yaml");
        Files.writeString(file, """
                schema: 1
                name: mine
                load: { closed: { constant: { users: 5, hold: 3s } } }
                variants: { one: { target: { url: 'http://shop:8080' } } }
                """ + keys);
        return ScenarioFile.read(file).resolve(Overrides.none()).scenario();
    }

    private static Workload workload(Scenario scenario, RequestData data) {
        return Workload.of(scenario.variants().getFirst().request().filled(Secrets.none(), data), data.feeders(), 1);
    }

    @Test
    void aFieldIsEncodedForItsPlace() throws IOException {
        var scenario = scenario("""
                data: { users: { file: users.csv } }
                request:
                  method: POST
                  path: "/u/${users.full name}?q=${users.full name}"
                  headers: { X-Name: "${users.name}" }
                  body: '{"note": "${users.note}", "other": "${unknown-thing x}"}'
                """);

        var request = workload(scenario, scenario.data().of(Map.of(), 1)).example(new FakeClock());

        assertThat(request.path().text()).isEqualTo("/u/Ann%20%26%20Co%2F%C3%BC?q=Ann%20%26%20Co%2F%C3%BC");
        assertThat(request.headerTexts()).containsEntry("X-Name", "ann");
        assertThat(request.body().orElseThrow().text())
                .isEqualTo("{\"note\": \"say \\\"hi\\\"\\u000anow\", \"other\": \"${unknown-thing x}\"}");
    }

    @Test
    void aFormHasItsOwnEncoding() throws IOException {
        var scenario = scenario("""
                data: { users: { file: users.csv } }
                request: { method: POST, path: /, form: { "user name": "${users.full name}" } }
                """);

        var request = workload(scenario, scenario.data().of(Map.of(), 1)).example(new FakeClock());

        assertThat(request.body().orElseThrow().text()).isEqualTo("user+name=Ann+%26+Co%2F%C3%BC");
    }

    @Test
    void theDocumentHasTheHashOfTheFile() throws IOException {
        var keys = "data: { users: { file: users.csv } }\nrequest: { path: '/${users.name}' }\n";
        var before = scenario(keys).document();
        assertThat(before.get("data"))
                .isEqualTo(Map.of(
                        "users",
                        Map.of(
                                "file",
                                "users.csv",
                                "order",
                                "sequential",
                                "perUser",
                                false,
                                "atEnd",
                                "again",
                                "sha256",
                                Sha256.of(USERS))));

        Files.writeString(directory.resolve("users.csv"), USERS + "eve,Eve,\n");

        assertThat(scenario(keys).document()).isNotEqualTo(before);
        assertThatThrownBy(() -> scenario(keys.replace("users.csv", "users.csv, sha256: " + Sha256.of(USERS))))
                .isInstanceOfSatisfying(
                        Failure.class,
                        failure -> assertThat(failure.why()).contains("data.users.sha256: is not that of users.csv"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"; | ';'", "\\t | \"\\t\""})
    void anotherSeparatorIsNamed(String separator, String written) throws IOException {
        Files.writeString(
                directory.resolve("users.csv"),
                "name;full name\n'a,b';\"Ann; Co\"\n".replace(";", separator.replace("\\t", "\t")));
        var scenario = scenario("data: { users: { file: users.csv, separator: " + written + " } }\n"
                + "request: { path: '/${users.name}/${users.full name}' }\n");

        var request = workload(scenario, scenario.data().of(Map.of(), 1)).example(new FakeClock());

        assertThat(request.path().text())
                .isEqualTo(separator.equals(";") ? "/%27a%2Cb%27/Ann%3B%20Co" : "/%27a%2Cb%27/Ann%09%20Co");
        assertThat(((Map<?, ?>) ((Map<?, ?>) scenario.document().get("data")).get("users")).get("separator"))
                .isEqualTo(separator.replace("\\t", "\t"));
    }

    @Test
    void aHeaderThatIsOneColumnSaysHowToSeparateIt() throws IOException {
        Files.writeString(directory.resolve("users.csv"), "name;note\nann;x\n");

        assertThatThrownBy(
                        () -> scenario("data: { users: { file: users.csv } }\nrequest: { path: '/${users.name}' }\n"))
                .isInstanceOfSatisfying(
                        Failure.class,
                        failure -> assertThat(failure.why())
                                .contains(
                                        "its header has no comma: if ; separates the columns, write separator: \";\" in"
                                                + " data.users"));
        assertThatThrownBy(
                        () -> scenario("data: { users: { file: users.csv, separator: '|' } }\nrequest: { path: / }\n"))
                .isInstanceOfSatisfying(
                        Failure.class, failure -> assertThat(failure.why()).contains("data.users.separator: must be"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "path: '/${users.nmae}' | request.path: unknown placeholder ${users.nmae}; did you mean ${users.name}? (valid"
                        + " here: ${users.name}, ${users.full name}, ${users.note})",
                "path: '/${user.name}' | request.path: unknown placeholder ${user.name}; valid here: ${users.name},"
                        + " ${users.full name}, ${users.note}; ${0001..9999}",
                "path: /, headers: { X: '${users.note}' } | request.headers.X: cannot hold ${users.note}: its row 1 has a line"
                        + " break or another control character, which no header can have",
                "path: /, method: POST, body: '${odd-one.a b}' | request.body: unknown placeholder ${odd-one.a b}; valid here:",
                "path: /, proxy: 'http://${users.name}:80' | request.proxy:",
            })
    void aFieldThatIsNoneIsExplained(String request, String message) {
        assertThatThrownBy(() -> scenario("data: { users: { file: users.csv } }\nrequest: { " + request + " }\n"))
                .isInstanceOfSatisfying(
                        Failure.class,
                        failure -> assertThat(failure.what() + failure.why()).contains(message));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "few.csv | a,b~1~ | names few.csv, which has 1 field in line 2, and 2 columns: a, b",
                "empty.json | '' | names empty.json, which is empty; it must be an array of objects: [{...}, ...]",
                "missing.csv | - | cannot be used: there is no file",
                "rows.txt | a~1~ | names rows.txt, whose ending is none of .csv, .json, .jsonl",
            })
    void aFileThatCannotBeUsedIsOneMistake(String name, String text, String message) throws IOException {
        if (!text.equals("-")) {
            Files.writeString(directory.resolve(name), text.replace('~', '\n'));
        }

        assertThatThrownBy(
                        () -> scenario("data: { users: { file: " + name + " } }\nrequest: { path: '/${users.any}' }\n"))
                .isInstanceOfSatisfying(
                        Failure.class,
                        failure -> assertThat(failure.what() + failure.why())
                                .contains("data.users.file: " + message)
                                .doesNotContain("request.path"));
    }

    @Test
    void columnsOfAQueryAreKnownWhenItWasAsked() throws IOException {
        var scenario = scenario("""
                needs: { mysql: { database: shop } }
                data: { stock: { sql: "select id, name from products", of: mysql, order: shuffled } }
                request: { path: "/p/${stock.id}", headers: { X-Name: "${stock.name}" } }
                """);
        assertThat(scenario.data().queries())
                .containsExactly(Map.entry("stock", new ScenarioData.Query("mysql", "select id, name from products")));

        var found = workload(scenario, scenario.data().of(Map.of("stock", rows("id", "name", "7", "lamp")), 1));
        assertThat(found.example(new FakeClock()).path().text()).isEqualTo("/p/7");

        var others = scenario.data().of(Map.of("stock", rows("no", "name", "7", "lamp")), 1);
        assertThatThrownBy(() -> workload(scenario, others))
                .isInstanceOf(Failure.class)
                .hasMessage("data.stock: unknown placeholder ${stock.id}; did you mean ${stock.no}? (valid here:"
                        + " ${stock.no}, ${stock.name})");

        var broken = scenario.data().of(Map.of("stock", rows("id", "name", "7", "lamp\n")), 1);
        assertThatThrownBy(() -> workload(scenario, broken))
                .isInstanceOf(Failure.class)
                .hasMessageStartingWith("data.stock: cannot hold ${stock.name}: its row 1 has a line break");
    }

    private static Rows rows(String first, String second, String... fields) {
        var rows = new Rows.Builder(List.of(first, second));
        rows.add(List.of(fields));
        return rows.build();
    }

    @Test
    void aLoadThatIsNotMeasuredUsesNoDataUp() throws IOException {
        var scenario =
                scenario("data: { users: { file: users.csv, atEnd: error } }\nrequest: { path: '/${users.name}' }\n");

        var measured = scenario.data().of(Map.of(), 1).feeders().getFirst();
        var training =
                scenario.withEndlessData().data().of(Map.of(), 1).feeders().getFirst();
        for (int turn = 0; turn < 2; turn++) {
            assertThat(measured.next(0, turn)).isEqualTo(training.next(0, turn));
        }

        assertThat(measured.next(0, 2)).isEmpty();
        assertThat(training.next(0, 2).orElseThrow().getFirst()).isEqualTo("ann");
        assertThat(training.failure()).isEmpty();
    }

    @Test
    void loadsBeginWithTheFirstRowEach() throws IOException {
        var scenario = scenario("data: { users: { file: users.csv } }\nrequest: { path: '/${users.name}' }\n");
        for (int load = 0; load < 2; load++) {
            var data = scenario.data().of(Map.of(), 1);
            assertThat(data.feeders().getFirst().next(0, 0).orElseThrow().getFirst())
                    .isEqualTo("ann");
        }
    }
}
