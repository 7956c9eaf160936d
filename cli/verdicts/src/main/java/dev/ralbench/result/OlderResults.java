package dev.ralbench.result;

import java.util.List;
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

    /** Adds what is missing to the document itself, and to the trials that are in it. */
    static void complete(JsonNode document) {
        document.path("predictions").values().forEach(prediction -> add(prediction, "cpu", NODES.nullNode()));
        add(document.path("generator"), "ceiling", NODES.nullNode());
        add(document, "design", design(document.path("order").size()));
        add(document.path("design"), "capacity", NODES.nullNode());
        add(document.path("design").path("turns"), "warmUpLimitMillis", NODES.numberNode(0.0));
        document.path("trials").values().forEach(OlderResults::completeTrial);
    }

    /** Likewise for one of its trials. */
    static void completeTrial(JsonNode trial) {
        add(trial, "attempt", NODES.numberNode(1));
        add(trial, "work", NODES.nullNode());
        add(trial, "placement", NODES.nullNode());
        add(trial, "capacity", NODES.nullNode());
        completeCapacity(trial.path("capacity"));
        add(trial.path("target"), "subject", NODES.objectNode());
        add(trial, "servers", NODES.arrayNode());
        add(trial, "startUp", NODES.nullNode());
        add(trial.path("target"), "calibrated", NODES.objectNode());
        add(trial.path("target"), "schedulingGroup", NODES.nullNode());
        add(trial.path("target"), "tls", NODES.nullNode());
        var measurement = trial.path("measurement");
        measurement.path("windows").values().forEach(OlderResults::completeWindow);
        completeWindow(measurement.path("wholeRun"));
    }

    /** Without turns and gates, every run was one of whole loads that looked once. */
    private static JsonNode design(int blocks) {
        return NODES.objectNode()
                .put("order", "interleaved")
                .put("attempt", 1)
                .putNull("turns")
                .putNull("gate")
                .set("looks", NODES.arrayNode().add(blocks));
    }

    /** What it says of percentiles for which there were too few requests is not what is said today; nothing reads it. */
    private static void completeCapacity(JsonNode found) {
        add(found, "unclear", NODES.nullNode());
        for (var level : found.values()) {
            for (var limit : level.path("objective").values()) {
                add(limit, "requests", NODES.nullNode());
                add(limit, "beyond", NODES.nullNode());
            }
        }
    }

    private static void completeWindow(JsonNode window) {
        add(window, "label", NODES.nullNode());
        add(window, "open", NODES.nullNode());
        add(window, "servers", NODES.objectNode());
        add(window, "counters", NODES.objectNode());
        completeInside(window.path("inside"));
        add(window.path("generator"), "stealShare", NODES.nullNode());
        for (var key : List.of(
                "swappedPages",
                "throttledSeconds",
                "allocatedBytes",
                "collectionSeconds",
                "loopLag",
                "strain",
                "otherWorkShare",
                "machineCpu")) {
            add(window.path("generator"), key, NODES.nullNode());
        }
    }

    private static void completeInside(JsonNode inside) {
        add(inside, "compilerSeconds", NODES.nullNode());
        // The view's threads were counted by their names, though not left out of the JVM's count.
        var ofView = inside.path("threadGroupsPeak").path("jvm: jmx");
        add(inside.path("jvm"), "viewThreads", ofView.isMissingNode() ? NODES.nullNode() : ofView);
    }

    private static void add(JsonNode into, String key, JsonNode value) {
        if (into instanceof ObjectNode object && !object.has(key)) {
            object.set(key, value);
        }
    }
}
