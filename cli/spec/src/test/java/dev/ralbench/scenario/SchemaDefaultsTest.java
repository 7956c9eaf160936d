package dev.ralbench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ralbench.dependency.declared.ReadyCondition;
import dev.ralbench.testing.Repository;
import dev.ralbench.yaml.DurationSyntax;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The readers have the defaults, and the schema states them for people and editors: they are the same. */
class SchemaDefaultsTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final JsonNode SCHEMA = JSON.readTree(Repository.text(SchemaTest.FILE));

    /** Together they have every section that has keys with a default, and none of these keys. */
    private static final String[] SCENARIOS = {"""
        schema: 1
        name: closed
        request: { path: /a, expect: {} }
        requests: { list: { path: /a } }
        load:
          warmUp: { until: compiled }
          closed: { sequence: [ { loops: { users: 1, loops: 2 } }, { burst: { users: 1 } } ] }
        needs:
          mysql: { database: shop }
          redis: {}
          mongodb: { database: shop, load: { command: make } }
          search: { command: ./search }
        data: { users: { sql: select 1, of: mysql } }
        variants:
          one: { target: { command: "./a", ready: /health, scheme: https, tls: {} } }
        predict: { one: { delay: 1ms, threads: { base: 20 } } }
        """, """
        schema: 1
        name: open
        request: { path: /a }
        load: { open: { rate: { perSecond: 5, hold: 1s } }, abortWhen: { errors: ">5%" } }
        variants:
          one: { target: { command: "./a", ready: /health } }
        """, """
        schema: 1
        name: journeys
        journeys: { buy: { steps: { home: { path: / } } } }
        before: { user: { steps: { login: { path: /login } } } }
        load: { open: { rate: { perSecond: 5, hold: 1s } } }
        variants:
          one: { target: { command: "./a", ready: /health } }
        """};

    /** It needs a file next to it. */
    private static final String TRACED = """
            schema: 1
            name: traced
            load: { open: { trace: { file: access.log } } }
            variants:
              one: { target: { command: "./a", ready: /health } }
            """;

    /** The time to become ready is applied when a service is started, and no document holds it. */
    private static final List<String> READY_WITHIN =
            List.of("/$defs/readyWithin", "/$defs/needsService/properties/readyWithin");

    /** Documents do not hold them, so that results of earlier versions have the same. */
    private static final List<String> NOT_WRITTEN = List.of("http", "followRedirects");

    private final Set<String> compared = new TreeSet<>();

    @Test
    void everyDefaultOfTheSchemaIsThatOfItsReader(@TempDir Path directory) throws IOException {
        Files.writeString(
                directory.resolve("access.log"),
                "::1 - - [29/Nov/2026:10:00:00 +0000] \"GET / HTTP/1.1\" 200 2 \"-\" \"-\"\n");
        var traced = Files.writeString(directory.resolve("traced.yaml"), TRACED);
        compare(
                "",
                SchemaTest.parsed(TRACED),
                JSON.valueToTree(ScenarioFile.read(traced)
                        .resolve(Overrides.none())
                        .scenario()
                        .document()));
        for (var text : SCENARIOS) {
            var read = Texts.source(text).resolve(Overrides.none()).scenario().document();
            compare("", SchemaTest.parsed(text), JSON.valueToTree(read));
        }

        NOT_WRITTEN.forEach(key -> compared.add("/$defs/" + key));
        for (var place : READY_WITHIN) {
            assertThat(comparable(SCHEMA.at(place + "/default"))).as(place).isEqualTo(ReadyCondition.USUAL_LIMIT);
            compared.add(place);
        }
        assertThat(compared).isEqualTo(defaults("", SCHEMA));
    }

    @Test
    void aRequestThatStatesADefaultIsTheSame() {
        for (var key : NOT_WRITTEN) {
            var byDefault = SCHEMA.at("/$defs/" + key + "/default");
            assertThat(request(key + ": " + byDefault)).as(key).isEqualTo(request(""));
        }
        assertThat(request("http: 2")).isNotEqualTo(request(""));
    }

    private static ScenarioRequest request(String keys) {
        var text = SCENARIOS[1].replace("request: { path: /a }", "request: { path: /a, " + keys + " }");
        return Texts.source(text)
                .resolve(Overrides.none())
                .scenario()
                .variants()
                .getFirst()
                .request();
    }

    private void compare(String schema, JsonNode written, JsonNode read) {
        var node = SCHEMA.at(schema);
        if (node.has("$ref")) {
            compare(reference(node), written, read);
        }
        for (var branches : new String[] {"anyOf", "oneOf", "allOf"}) {
            for (int i = 0; i < node.path(branches).size(); i++) {
                compare(schema + "/" + branches + "/" + i, written, read);
            }
        }
        for (int i = 0; i < read.size() && read.isArray(); i++) {
            compare(schema + "/items", written.path(i), read.path(i));
        }
        for (var entry : read.properties()) {
            var key = entry.getKey();
            var below = schema + (node.path("properties").has(key) ? "/properties/" + key : "/additionalProperties");
            if (!written.has(key)) {
                compareDefault(below, entry.getValue());
            }
            compare(below, written.path(key), entry.getValue());
        }
    }

    private void compareDefault(String schema, JsonNode read) {
        var node = SCHEMA.at(schema);
        if (node.has("default")) {
            assertThat(comparable(read)).as(schema).isEqualTo(comparable(node.get("default")));
            compared.add(schema);
        } else if (node.has("$ref")) {
            compareDefault(reference(node), read);
        }
    }

    /** One duration may be written in several ways. */
    private static Object comparable(JsonNode value) {
        return value.asString().matches("\\d+[a-z]+") ? DurationSyntax.parse(value.asString()) : value.asString();
    }

    private static String reference(JsonNode node) {
        return node.get("$ref").asString().substring(1);
    }

    /** Where the schema states a default. */
    private static Set<String> defaults(String place, JsonNode node) {
        var found = new TreeSet<String>();
        if (node.isObject() && node.has("default") && !place.endsWith("/properties")) {
            found.add(place);
        }
        for (var entry : node.properties()) {
            found.addAll(defaults(place + "/" + entry.getKey(), entry.getValue()));
        }
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            found.addAll(defaults(place + "/" + i, node.get(i)));
        }
        return found;
    }
}
