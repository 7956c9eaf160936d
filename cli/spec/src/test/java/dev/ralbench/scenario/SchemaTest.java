package dev.ralbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.ralbench.testing.Golden;
import dev.ralbench.testing.Repository;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The schema, from which the reader has its keys, agrees with what the reader takes. */
class SchemaTest {
    private static final JsonMapper JSON = new JsonMapper();
    static final Path FILE = Repository.path("scenarios", "scenario.schema.json");
    private static final String SCHEMA_TEXT = text(FILE);
    private static final JsonNode SCHEMA_TREE = JSON.readTree(SCHEMA_TEXT);
    private static final Schema SCHEMA = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(SCHEMA_TEXT, InputFormat.JSON);

    /** What the example of {@code load.users} has shares of. */
    private static final String SHARED = "requests: { browse: { path: / }, buy: { path: / } }, ";

    @TempDir
    private Path directory;

    @Test
    void everyBuiltInFileIsValid() {
        BuiltInScenarios.texts().forEach((name, text) -> assertValid(name, parsed(text)));
    }

    @ParameterizedTest
    @MethodSource("dev.ralbench.scenario.BuiltIns#inEachProfile")
    void everyCanonicalDocumentIsValid(BuiltIns.InProfile builtIn) {
        assertValid(
                builtIn.toString(),
                JSON.valueToTree(builtIn.resolved().scenario().document()));
    }

    @Test
    void profilesAreMadeFromTheRestOfTheSchema() {
        Golden.matches(FILE, ProfileSchema.renewed(SCHEMA_TEXT, SCHEMA_TREE));
    }

    @Test
    void everyExampleOfTheSchemaIsValidWhereItStands() {
        for (var definition : SCHEMA_TREE.get("$defs").properties()) {
            var schema = withDefinitions(definition.getValue());
            var examples = definition.getValue().get("examples");
            assertThat(examples).as(definition.getKey()).isNotNull();
            for (var example : examples) {
                assertThat(schema.validate(example))
                        .as("%s: %s", definition.getKey(), example)
                        .isEmpty();
            }
        }
    }

    /** A key that stands in the schema but has no reader would be accepted, and nothing would come of it. */
    @ParameterizedTest
    @CsvSource({"'', ''", "/$defs/request, request.", "/$defs/load, load."})
    void everyKeyIsRead(String section, String path) throws IOException {
        for (var property : SCHEMA_TREE.at(section + "/properties").properties()) {
            var key = path + property.getKey();
            if (!ProfileSchema.FIXED.contains(key)) {
                assertThat(valueOf(key, example(property.getValue()))).as(key).isPresent();
            }
        }
    }

    private Optional<Object> valueOf(String key, JsonNode example) throws IOException {
        Files.writeString(directory.resolve("users.csv"), "name\nann\n");
        Files.writeString(directory.resolve("items.jsonl"), "{\"id\": 1}\n");
        var file = Files.writeString(
                directory.resolve("mine.yaml"), """
                        schema: 1
                        name: mine
                        request: { method: POST, path: /endpoint }
                        load: { closed: { constant: { users: 5, hold: 1s } } }
                        variants: { imperative: { target: tomcat } }
                        profiles: { set: { %s%s: %s } }
                        """.formatted(key.equals("load.users") ? SHARED : "", key, example));
        var resolved = ScenarioFile.read(file).resolve(new Overrides(Optional.of("set"), List.of(), List.of()));
        var found = Optional.<Object>of(resolved.scenario().document());
        for (var name : key.split("\\.", -1)) {
            found = found.map(above -> ((Map<?, ?>) above).get(name));
        }
        return found;
    }

    private static JsonNode example(JsonNode schema) {
        return schema.has("examples")
                ? schema.at("/examples/0")
                : example(SCHEMA_TREE.at(schema.get("$ref").asString().substring(1)));
    }

    private static Schema withDefinitions(JsonNode definition) {
        var root = JSON.createObjectNode();
        root.setAll((ObjectNode) definition);
        root.set("$defs", SCHEMA_TREE.get("$defs"));
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(root);
    }

    static void assertValid(String name, JsonNode document) {
        assertThat(SCHEMA.validate(document)).as(name).isEmpty();
    }

    static JsonNode parsed(String yaml) {
        var document = new Load(LoadSettings.builder().build()).loadFromString(yaml);
        assertThat(document).isInstanceOf(Map.class);
        return JSON.valueToTree(document);
    }

    private static String text(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
