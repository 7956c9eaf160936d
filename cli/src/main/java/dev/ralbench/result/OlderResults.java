package dev.ralbench.result;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Gives documents of earlier versions the keys that have been added since, with what they mean where they are absent.
 * Reading stays strict that way: a key that is missing from a new file is still an error.
 */
final class OlderResults {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private OlderResults() {}

    /** Adds what is missing to the document itself. */
    static void complete(JsonNode document) {
        document.path("predictions").values().forEach(prediction -> add(prediction, "cpu", NODES.nullNode()));
        for (var trial : document.path("trials").values()) {
            add(trial, "servers", NODES.arrayNode());
            add(trial, "startUp", NODES.nullNode());
            add(trial.path("target"), "calibrated", NODES.objectNode());
            add(trial.path("target"), "schedulingGroup", NODES.nullNode());
            var measurement = trial.path("measurement");
            measurement.path("windows").values().forEach(OlderResults::completeWindow);
            completeWindow(measurement.path("wholeRun"));
        }
    }

    private static void completeWindow(JsonNode window) {
        add(window, "label", NODES.nullNode());
        add(window, "servers", NODES.objectNode());
        add(window, "counters", NODES.objectNode());
    }

    private static void add(JsonNode into, String key, JsonNode value) {
        if (into instanceof ObjectNode object && !object.has(key)) {
            object.set(key, value);
        }
    }
}
