package dev.ralbench.result;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Keys that joined the format after files had been written: reading adds them, with what they mean where they are
 * absent. Nothing that a figure depends on may ever stand here.
 */
final class LaterKeys {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private LaterKeys() {}

    /** Completes a document in place. */
    static void addTo(JsonNode document) {
        document.path("trials").forEach(trial -> {
            add(trial, "servers", NODES.arrayNode());
            add(trial, "startUp", NODES.nullNode());
            add(trial.path("target"), "calibrated", NODES.objectNode());
            var measurement = trial.path("measurement");
            measurement.path("windows").forEach(LaterKeys::addToWindow);
            addToWindow(measurement.path("wholeRun"));
        });
    }

    private static void addToWindow(JsonNode window) {
        add(window, "servers", NODES.objectNode());
        add(window, "counters", NODES.objectNode());
    }

    private static void add(JsonNode into, String key, JsonNode value) {
        if (into instanceof ObjectNode object && !object.has(key)) {
            object.set(key, value);
        }
    }
}
