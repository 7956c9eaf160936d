package dev.ralbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ralbench.Failure;
import dev.ralbench.Sha256;
import dev.ralbench.dependency.declared.DeclaredMongoDb;
import dev.ralbench.dependency.declared.DeclaredMongoDb.Load;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeclaredMongoDbTest {
    @TempDir
    Path directory;

    @Test
    void aCommandRunsWhereTheScenarioIs() throws IOException {
        Files.writeString(directory.resolve("load.js"), "");
        assertThat(load("command: node load.js").directory()).contains(directory);
        assertThat(load("command: node load.js, files: [load.js]").directory()).contains(directory);
        assertThat(load("command: node load.js, directory: ../data").directory())
                .contains(directory.resolveSibling("data"));
        assertThat(load("command: node load.js, directory: data, files: []").directory())
                .contains(directory.resolve("data"));
    }

    @Test
    void aCommandThatReadsNothingRunsAnywhere() {
        assertThat(load("command: make, files: []").directory()).isEmpty();
    }

    @Test
    void filesOfACommandMayHaveAnySize() throws IOException {
        var large = directory.resolve("large.csv");
        try (var file = new RandomAccessFile(large.toFile(), "rw")) {
            file.setLength((64L << 20) + 1);
        }
        assertThat(load("command: node load.js, files: [large.csv]").files())
                .contains(Map.of("large.csv", Sha256.of(large)));
        Files.move(large, directory.resolve("large.jsonl"));
        assertRefused("data: { orders: large.jsonl }", "large.jsonl is larger than 64 MiB");
    }

    /** The command would not find it there. */
    @Test
    void filesOfACommandAreNotTakenFromTheDirectoryOfAnotherScenario() throws IOException {
        var base = Files.createDirectory(directory.resolve("base"));
        Files.writeString(base.resolve("load.js"), "");
        Files.writeString(base.resolve("orders.jsonl"), "{}");
        var own = new ScenarioDirectory.Either(
                new ScenarioDirectory.Directory(directory), new ScenarioDirectory.Directory(base));
        assertThat(own.data("orders.jsonl")).isEqualTo("{}");
        assertThatThrownBy(() -> own.sha256("load.js")).hasMessageContaining("there is no file " + directory);
        assertThat(own.directory()).contains(directory);
    }

    @Test
    void aFileOfDataIsReadOnceForAllProfilesAndCollections() throws IOException {
        Files.writeString(directory.resolve("orders.jsonl"), "{}");
        var parsed = parsed("data: { orders: orders.jsonl, more: orders.jsonl }");
        var plain = need(parsed.resolve(Overrides.none()).scenario());
        Files.delete(directory.resolve("orders.jsonl"));
        var again = need(parsed.resolve(Overrides.none()).scenario());
        assertThat(plain.data().get("orders")).isEqualTo(again.data().get("more"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"documents: { order: 1 }", "indexes: { order: [ { customer: 1 } ] }"})
    void aCollectionThatDataDoesNotFillIsATypo(String keys) throws IOException {
        Files.writeString(directory.resolve("orders.jsonl"), "{}");
        assertRefused(
                "data: { orders: orders.jsonl }, " + keys,
                ".order: is no collection of needs.mongodb.data; did you mean orders? (valid here: orders)");
        assertThat(load("command: make, files: [] }, " + keys.replaceFirst(" }$", ""))
                        .files())
                .isPresent();
        assertThat(parsed(keys)).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"collection: worms", "seed: 7", "documents: 1000000"})
    void oldKeysAreToldWhatTakesTheirPlace(String key) {
        assertRefused(key, "seed --documents=1000000 --query=17ms");
    }

    @ParameterizedTest
    @CsvSource({"'command: \"load ${mongodb.collection}\"'", "'command: load, env: { A: \"${mongodb.collection}\" }'"})
    void theOldPlaceholderIsToldWhatTakesItsPlace(String load) {
        assertRefused(
                "load: { " + load + " }", "unknown placeholder ${mongodb.collection}; name the collection itself");
    }

    private void assertRefused(String keys, String message) {
        assertThatThrownBy(() -> parsed(keys))
                .isInstanceOfSatisfying(
                        Failure.class, failure -> assertThat(failure.why()).contains(message));
    }

    private Load load(String keys) {
        var scenario =
                parsed("load: { " + keys + " }").resolve(Overrides.none()).scenario();
        return need(scenario).load().orElseThrow();
    }

    private static DeclaredMongoDb need(Scenario scenario) {
        return scenario.needs().find(DeclaredMongoDb.class).orElseThrow();
    }

    private ParsedScenario parsed(String keys) {
        var text = """
                schema: 1
                name: mine
                request: { path: / }
                load: { closed: { constant: { users: 1, hold: 1s } } }
                needs: { mongodb: { database: shop, %s } }
                variants: { a: { target: { url: "http://127.0.0.1:1" } } }
                profiles: { short: { load.closed: { constant: { users: 1, hold: 500ms } } } }
                """.formatted(keys);
        return ParsedScenario.of(new ScenarioText("mine.yaml", text, new ScenarioDirectory.Directory(directory)));
    }
}
