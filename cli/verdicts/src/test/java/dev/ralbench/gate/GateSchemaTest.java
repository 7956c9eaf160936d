package dev.ralbench.gate;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.ralbench.scenario.KeyReference;
import dev.ralbench.testing.Repository;
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
    private static final Path REFERENCE = Repository.path("docs", "reference", "gate.md");
    private static final Pattern EXAMPLE = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);
    private static final Pattern ANCHOR = Pattern.compile("<a id=\"([^\"]+)\"></a>");
    private static final JsonMapper JSON = new JsonMapper();

    @ParameterizedTest
    @MethodSource("dev.ralbench.gate.GateFileTest#examples")
    void everyExampleIsValid(Path file) throws IOException {
        assertValid(String.valueOf(file), Files.readString(file));
    }

    @Test
    void aDraftedGateIsValid() throws IOException {
        assertValid("drafted.yaml", Files.readString(Path.of("src/test/resources/gate/drafted.yaml")));
    }

    @Test
    void theExampleOfTheReferenceIsAGate() throws IOException {
        var examples = EXAMPLE.matcher(Files.readString(REFERENCE))
                .results()
                .map(match -> match.group(1))
                .toList();

        assertThat(examples).hasSize(1);
        assertThat(GateFile.parse("gate.md", examples.getFirst(), List.of()).name())
                .isEqualTo("mine");
        assertValid("gate.md", examples.getFirst());
    }

    @Test
    void theReferenceIsMadeFromTheSchema() throws IOException {
        KeyReference.hold(REFERENCE, SCHEMA);
    }

    /** Also if the document lost one of its lists. */
    @Test
    void theReferenceHasEveryKey() throws IOException {
        var anchors = ANCHOR.matcher(Files.readString(REFERENCE))
                .results()
                .map(anchor -> anchor.group(1))
                .toList();

        assertThat(anchors).containsAll(KeyReference.paths(SCHEMA)).contains("design.pairs.looks", "drift[].against");
    }

    private static void assertValid(String name, String yaml) throws IOException {
        JsonNode document = JSON.valueToTree(new Load(LoadSettings.builder().build()).loadFromString(yaml));
        var schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(SCHEMA), InputFormat.JSON);
        assertThat(schema.validate(document)).as(name).isEmpty();
    }
}
