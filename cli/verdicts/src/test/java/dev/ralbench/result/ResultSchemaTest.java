package dev.ralbench.result;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.ralbench.testing.CountedResults;
import dev.ralbench.testing.Repository;
import dev.ralbench.testing.Results;
import dev.ralbench.testing.Shares;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The published schema and the writer say the same: objects are closed and every key is required. */
class ResultSchemaTest {
    private static final Path SCHEMA = Repository.path("results/schema/result.schema.json");

    static List<RunResult> results() {
        return List.of(
                Results.started(),
                Results.small(),
                Results.ofUrl(),
                Shares.merged(),
                Shares.byAgents(),
                Results.delay200(2),
                Results.troubled(),
                Results.followed(),
                Results.onNode(),
                Results.searched(Results.delay200(), Map.of("p99", "<=300ms")),
                CountedResults.fanOut(2));
    }

    @ParameterizedTest
    @MethodSource("results")
    void whatIsWrittenKeepsTheSchema(RunResult run) throws Exception {
        var schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(SCHEMA));

        assertThat(schema.validate(ResultJson.mapper().readTree(ResultFile.encode(run))))
                .isEmpty();
    }

    @Test
    void theSchemaNoticesAMissingKeyAndAnUnknownOne() throws Exception {
        var schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(Files.readString(SCHEMA));
        var document = (ObjectNode) ResultJson.mapper().readTree(ResultFile.encode(Results.small()));
        var window = (ObjectNode) document.at("/trials/0/measurement/windows/0");
        window.remove("usersTo");
        window.put("userTo", 1);

        assertThat(schema.validate(document))
                .extracting(Object::toString)
                .anyMatch(error -> error.contains("usersTo"))
                .anyMatch(error -> error.contains("userTo"));
    }

    @Test
    void everyKeyIsRequiredAndDescribed() throws Exception {
        var objects = new ArrayList<JsonNode>();
        collectObjects(ResultJson.mapper().readTree(Files.readString(SCHEMA)), objects);

        assertThat(objects).hasSizeGreaterThan(10).allSatisfy(object -> {
            assertThat(object.get("required").values().stream().map(JsonNode::asString))
                    .containsExactlyElementsOf(object.get("properties").propertyNames());
            assertThat(object.get("additionalProperties").asBoolean()).isFalse();
            assertThat(object.get("properties").values())
                    .allSatisfy(
                            property -> assertThat(property.path("description").asString(""))
                                    .isNotBlank());
        });
    }

    private static void collectObjects(JsonNode node, List<JsonNode> objects) {
        if (node.isObject() && node.path("properties").isObject()) {
            objects.add(node);
        }
        node.values().forEach(child -> collectObjects(child, objects));
    }
}
