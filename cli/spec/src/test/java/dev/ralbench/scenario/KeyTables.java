package dev.ralbench.scenario;

import dev.ralbench.testing.Golden;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The tables of keys in a README, made from a JSON schema. {@code <!-- keys of NAME -->} begins the table of the
 * definition of that name, {@code <!-- keys of the file -->} that of the whole; each has all keys below it but those
 * that have a table of their own, so that no key is left out.
 */
public final class KeyTables {
    private static final Pattern TABLE =
            Pattern.compile("(<!-- keys of ([\\w ]+) -->\n).*?(?=<!-- end of keys -->)", Pattern.DOTALL);
    private static final JsonMapper JSON = new JsonMapper();
    private static final Dump FLOW = new Dump(DumpSettings.builder()
            .setDefaultFlowStyle(FlowStyle.FLOW)
            .setWidth(Integer.MAX_VALUE)
            .build());

    private final JsonNode root;
    private final Set<JsonNode> apart = new LinkedHashSet<>();

    private KeyTables(JsonNode root, String readme) {
        this.root = root;
        TABLE.matcher(readme).results().forEach(table -> apart.add(definition(table.group(2))));
    }

    /** Fails if a table of the README is not what the schema says; {@code -Dgolden.update=true} writes it. */
    public static void hold(Path readme, Path schema) throws IOException {
        var text = Files.readString(readme);
        var tables = new KeyTables(JSON.readTree(Files.readString(schema)), text);
        var made = TABLE.matcher(text)
                .replaceAll(table -> Matcher.quoteReplacement(table.group(1) + tables.table(table.group(2))));
        Golden.matches(readme, made);
    }

    private JsonNode definition(String name) {
        return name.equals("the file") ? root : root.requiredAt("/$defs/" + name);
    }

    private String table(String name) {
        var rows = new LinkedHashMap<String, String>();
        collect("", definition(name), rows);
        var text = new StringBuilder("\n| key | what it says | example |\n|---|---|---|\n");
        rows.forEach((row, keys) ->
                text.append("| ").append(keys).append(" | ").append(row).append(" |\n"));
        return text.append("\n").toString();
    }

    /** Keys that say the same, such as the label of each shape, are one row. */
    private void collect(String path, JsonNode schema, Map<String, String> rows) {
        for (var entry : schema.path("properties").properties()) {
            var key = entry.getKey();
            rows.merge(row(key, entry.getValue(), schema), "`" + path + key + "`", (one, more) -> one + ", " + more);
            collectBelow(path + key, resolved(entry.getValue()), rows);
        }
    }

    private void collectBelow(String path, JsonNode schema, Map<String, String> rows) {
        descend(path + ".", schema, rows);
        descend(path + ".NAME.", resolved(schema.path("additionalProperties")), rows);
        schema.path("anyOf").forEach(kind -> descend(path + ".", resolved(kind), rows));
        // Items without a definition of their own are what is described around the list.
        if (schema.path("items").has("$ref")) {
            descend(path + "[].", resolved(schema.get("items")), rows);
        }
    }

    private void descend(String path, JsonNode schema, Map<String, String> rows) {
        // Profiles have keys with dots, which are the others' once more.
        if (!apart.contains(schema) && !schema.has("patternProperties")) {
            collect(path, schema, rows);
        }
    }

    private String row(String key, JsonNode schema, JsonNode above) {
        boolean isRequired = ProfileSchema.isRequired(above, key);
        var byDefault = said("default", schema);
        var example = said("examples", schema).path(0);
        return (isRequired ? "Required. " : "") + said("description", schema).stringValue()
                + (byDefault.isMissingNode() ? "" : " Default: `" + flow(byDefault) + "`.")
                + " |" + (example.isMissingNode() ? "" : " `" + flow(key, example) + "`");
    }

    /** What is said next to a reference goes before what is said where it leads. */
    private JsonNode said(String keyword, JsonNode schema) {
        return schema.has(keyword) || !schema.has("$ref") ? schema.path(keyword) : said(keyword, referred(schema));
    }

    private static String flow(String key, JsonNode example) {
        var text = flow(JSON.createObjectNode().set(key, example));
        return text.substring(1, text.length() - 1);
    }

    private static String flow(JsonNode value) {
        return FLOW.dumpToString(JSON.convertValue(value, Object.class)).strip();
    }

    private JsonNode resolved(JsonNode schema) {
        return schema.has("$ref") ? resolved(referred(schema)) : schema;
    }

    private JsonNode referred(JsonNode schema) {
        return root.requiredAt(schema.get("$ref").asString().substring(1));
    }
}
