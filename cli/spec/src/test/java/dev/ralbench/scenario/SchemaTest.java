package dev.ralbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.ralbench.testing.Repository;
import dev.ralbench.yaml.Format;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The schema that editors use and the reader say the same. */
class SchemaTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String SCHEMA_TEXT = text(Repository.path("scenarios", "scenario.schema.json"));
    private static final JsonNode SCHEMA_TREE = JSON.readTree(SCHEMA_TEXT);
    private static final Schema SCHEMA = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(SCHEMA_TEXT, InputFormat.JSON);

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
    void theKeysOfAScenarioAreThoseOfTheReader() {
        var inSchema = new TreeSet<String>();
        SchemaKeys.of(SCHEMA_TREE).collect(SCHEMA_TREE, "", inSchema);
        // Profiles have their own test: their keys are paths.
        inSchema.removeIf(path -> path.startsWith("/profiles/*/"));

        assertThat(inSchema).isEqualTo(readersKeys(ScenarioFormat.SCENARIO, "/"));
    }

    @Test
    void theKeysOfAProfileAreThePathsOfTheReader() {
        var profile = SCHEMA_TREE.at("/$defs/profile");
        var inSchema = new TreeSet<>(profile.get("properties").propertyNames());
        for (var pattern : profile.get("patternProperties").propertyNames()) {
            inSchema.add(pattern.replace("[a-z0-9][a-z0-9-]*", "*")
                    .replace(".+", "*")
                    .replace("\\.", ".")
                    .replaceAll("[\\^$]", ""));
        }

        var inReader = new TreeSet<String>();
        for (var path : readersKeys(ScenarioFormat.REPLACEABLE, ".")) {
            inReader.add(path.substring(1));
        }
        // A list is replaced as a whole.
        inReader.removeIf(path -> path.contains("[]"));
        assertThat(inSchema).isEqualTo(inReader);
    }

    @Test
    void theOpenedSectionsOfAProfileHaveTheKeysOfTheScenario() {
        for (var section : List.of("request", "load")) {
            var inProfile = SCHEMA_TREE.at("/$defs/profile/properties/" + section + "/properties");
            var inScenario = SCHEMA_TREE.at("/$defs/" + section + "/properties");

            assertThat(inProfile.propertyNames()).isEqualTo(inScenario.propertyNames());
        }
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

    @Test
    void everyKeyIsDescribed() {
        for (var definition : SCHEMA_TREE.get("$defs").properties()) {
            assertThat(definition.getValue().has("description"))
                    .as(definition.getKey())
                    .isTrue();
        }
    }

    private static Schema withDefinitions(JsonNode definition) {
        var root = JSON.createObjectNode();
        root.setAll((ObjectNode) definition);
        root.set("$defs", SCHEMA_TREE.get("$defs"));
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(root);
    }

    static Set<String> readersKeys(Format format, String separator) {
        var paths = new TreeSet<String>();
        collect(format, "", separator, paths);
        return paths;
    }

    private static void collect(Format format, String path, String separator, Set<String> paths) {
        format.known().forEach((key, below) -> {
            paths.add(path + separator + key);
            collect(below, path + separator + key, separator, paths);
        });
        switch (format) {
            case Format.Named named -> {
                paths.add(path + separator + "*");
                collect(named.each(), path + separator + "*", separator, paths);
            }
            case Format.Texts texts -> paths.add(path + separator + "*");
            case Format.Parts parts -> collect(parts.each(), path + "[]", separator, paths);
            case Format.Keys keys -> {}
            case Format.OneOf kinds -> {}
            case Format.ValueOrKeys keys -> {}
            case Format.Value value -> {}
        }
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
