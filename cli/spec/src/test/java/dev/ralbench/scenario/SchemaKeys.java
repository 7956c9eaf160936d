package dev.ralbench.scenario;

import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Walks a JSON schema and collects the paths of all keys that it knows: {@code *} is any name, {@code []} an item. */
public record SchemaKeys(JsonNode root) {

    public static SchemaKeys of(JsonNode root) {
        return new SchemaKeys(root);
    }

    public void collect(JsonNode schema, String path, Set<String> paths) {
        if (schema.has("$ref")) {
            collect(root.at(schema.get("$ref").asString().substring(1)), path, paths);
        }
        if (schema.has("properties")) {
            for (var property : schema.get("properties").properties()) {
                paths.add(path + "/" + property.getKey());
                collect(property.getValue(), path + "/" + property.getKey(), paths);
            }
        }
        if (schema.has("additionalProperties")
                && schema.get("additionalProperties").isObject()) {
            paths.add(path + "/*");
            collect(schema.get("additionalProperties"), path + "/*", paths);
        }
        if (schema.has("items")) {
            collect(schema.get("items"), path + "[]", paths);
        }
        if (schema.has("anyOf")) {
            schema.get("anyOf").forEach(kind -> collect(kind, path, paths));
        }
    }
}
