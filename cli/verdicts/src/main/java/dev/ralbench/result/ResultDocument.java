package dev.ralbench.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A document that may be a result. Trials are most of a result, by far, and are read without a tree of JSON in between. Only
 * of a document in which this fails a tree is made of each trial, one after the other: it tells where the mistake is, and
 * which of several comes first.
 *
 * @param head all but the trials; of a document that is no object, the whole
 */
record ResultDocument(JsonNode head, List<TrialResult> trials) {
    ResultDocument {
        trials = List.copyOf(trials);
    }

    private static final String TRIALS = "trials";
    private static final JsonMapper MAPPER = ResultJson.mapper();

    /** Reads parts of a document, so it does not reject the tokens that follow. */
    private static final ObjectReader PARTS = MAPPER.reader().without(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private static final ObjectReader TRIAL = PARTS.forType(TrialResult.class);

    /**
     * Reads it to its end.
     *
     * @throws DatabindException if it begins like a result, but a trial is none
     */
    static ResultDocument read(Path file, ReadProgress progress) throws IOException {
        try {
            return read(file, progress, ResultDocument::trial);
        } catch (JacksonException e) {
            return read(file, progress, ResultDocument::trialByTree);
        }
    }

    /** @param reader of a trial, with its place among all */
    private static ResultDocument read(
            Path file, ReadProgress progress, BiFunction<JsonParser, Integer, TrialResult> reader) throws IOException {
        long size = Files.size(file);
        try (var stream = Files.newInputStream(file);
                var json = MAPPER.createParser(stream)) {
            var first = json.nextToken();
            if (first == null) { // white space that is none in UTF-8
                return new ResultDocument(MissingNode.getInstance(), List.of());
            }
            if (first != JsonToken.START_OBJECT) {
                return new ResultDocument(PARTS.readTree(json), List.of());
            }
            var head = MAPPER.createObjectNode();
            var trials = new ArrayList<TrialResult>();
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                var key = json.currentName();
                if (json.nextToken() == JsonToken.START_ARRAY && key.equals(TRIALS) && isResult(head)) {
                    while (json.nextToken() != JsonToken.END_ARRAY) {
                        trials.add(reader.apply(json, trials.size()));
                        progress.at(file, json.currentLocation().getByteOffset(), size);
                    }
                    head.putArray(TRIALS);
                } else {
                    head.set(key, PARTS.readTree(json));
                }
            }
            return new ResultDocument(head, trials);
        }
    }

    private static boolean isResult(ObjectNode head) {
        return head.path("schema").asString("").equals(RunResult.SCHEMA);
    }

    private static TrialResult trial(JsonParser json, int index) {
        return json.currentToken() == JsonToken.START_OBJECT ? TRIAL.readValue(json) : trialByTree(json, index);
    }

    private static TrialResult trialByTree(JsonParser json, int index) {
        JsonNode trial = PARTS.readTree(json);
        try {
            if (trial.isNull()) {
                throw MismatchedInputException.from(json, TrialResult.class, "null is no trial");
            }
            return MAPPER.treeToValue(trial, TrialResult.class);
        } catch (DatabindException e) {
            e.prependPath(List.class, index);
            e.prependPath(RunResult.class, TRIALS);
            throw e;
        }
    }

    /** @throws DatabindException if the rest of it is no result */
    RunResult result() {
        var run = MAPPER.treeToValue(head, RunResult.class);
        return trials.isEmpty() ? run : run.with(run.status(), trials);
    }
}
