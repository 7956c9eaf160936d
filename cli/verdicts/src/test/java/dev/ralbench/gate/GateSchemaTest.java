package dev.ralbench.gate;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.ralbench.scenario.KeyTables;
import dev.ralbench.scenario.Overrides;
import dev.ralbench.scenario.ScenarioFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The schema, from which the reader has its keys, agrees with the files and the documentation. */
class GateSchemaTest {
    private static final Path SCHEMA = GateFileTest.EXAMPLES.resolve("gate.schema.json");
    private static final Path README = GateFileTest.EXAMPLES.resolve("README.md");
    private static final Pattern EXAMPLE = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);
    private static final JsonMapper JSON = new JsonMapper();

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
    void theTableOfKeysIsMadeFromTheSchema() throws IOException {
        KeyTables.hold(README, SCHEMA);
    }

    private static void assertValid(String name, String yaml) throws IOException {
        JsonNode document = JSON.valueToTree(new Load(LoadSettings.builder().build()).loadFromString(yaml));
        var schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(SCHEMA), InputFormat.JSON);
        assertThat(schema.validate(document)).as(name).isEmpty();
    }
}
