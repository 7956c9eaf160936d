package dev.ralbench.gate;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.ralbench.scenario.Overrides;
import dev.ralbench.scenario.ScenarioFile;
import dev.ralbench.scenario.SchemaKeys;
import dev.ralbench.yaml.Format;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The schema that editors use, the reader and the documentation say the same. */
class GateSchemaTest {
    private static final Path SCHEMA = GateFileTest.EXAMPLES.resolve("gate.schema.json");
    private static final Path README = GateFileTest.EXAMPLES.resolve("README.md");
    private static final Pattern EXAMPLE = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);
    private static final JsonMapper JSON = new JsonMapper();

    @Test
    void theKeysAreThoseOfTheReader() throws IOException {
        var tree = JSON.readTree(Files.readString(SCHEMA));
        var inSchema = new TreeSet<String>();
        SchemaKeys.of(tree).collect(tree, "", inSchema);
        // Items of lists of values have no keys.
        inSchema.removeIf(path -> path.endsWith("[]"));

        assertThat(inSchema).isEqualTo(readersKeys());
    }

    @ParameterizedTest
    @MethodSource("dev.ralbench.gate.GateFileTest#examples")
    void everyExampleIsValid(Path file) throws IOException {
        assertValid(String.valueOf(file), Files.readString(file));
    }

    private static List<String> examples(String beginning) throws IOException {
        return EXAMPLE.matcher(Files.readString(README))
                .results()
                .map(match -> match.group(1))
                .filter(example -> example.startsWith(beginning))
                .toList();
    }

    @Test
    void theScenarioOfTheDocumentationIsOne() throws IOException {
        assertThat(examples("schema:"))
                .singleElement()
                .satisfies(example -> assertThat(ScenarioFile.parse("README.md", example)
                                .resolve(Overrides.none())
                                .scenario()
                                .name())
                        .isEqualTo("shop"));
    }

    @Test
    void aDraftedGateIsValid() throws IOException {
        assertValid("drafted.yaml", Files.readString(Path.of("src/test/resources/gate/drafted.yaml")));
    }

    @Test
    void theExampleOfTheDocumentationIsAGate() throws IOException {
        var examples = examples("version:");

        assertThat(examples).hasSize(1);
        assertThat(GateFile.parse("README.md", examples.getFirst(), List.of()).name())
                .isEqualTo("mine");
        assertValid("README.md", examples.getFirst());
    }

    @Test
    void everyKeyIsDescribed() throws IOException {
        var readme = Files.readString(README);

        for (var path : readersKeys()) {
            var key = path.substring(path.lastIndexOf('/') + 1);
            assertThat(readme.contains("`" + key + "`") || readme.contains("\n" + key + ":"))
                    .as(path)
                    .isTrue();
        }
    }

    private static void assertValid(String name, String yaml) throws IOException {
        JsonNode document = JSON.valueToTree(new Load(LoadSettings.builder().build()).loadFromString(yaml));
        var schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(SCHEMA), InputFormat.JSON);
        assertThat(schema.validate(document)).as(name).isEmpty();
    }

    private static Set<String> readersKeys() {
        var paths = new TreeSet<String>();
        collect(GateFormat.GATE, "", paths);
        return paths;
    }

    private static void collect(Format format, String path, Set<String> paths) {
        format.known().forEach((key, below) -> {
            paths.add(path + "/" + key);
            collect(below, path + "/" + key, paths);
        });
        if (format instanceof Format.Parts parts) {
            collect(parts.each(), path + "[]", paths);
        }
    }
}
