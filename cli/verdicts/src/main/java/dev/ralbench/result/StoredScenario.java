package dev.ralbench.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.ralbench.scenario.Variant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The scenario of a run, as it was merged from its file, a profile and the command line.
 *
 * @param document the merged scenario document
 * @param sha256 its hash: results are comparable only if it is equal
 * @param userModel one sentence on what a user is and does
 */
public record StoredScenario(
        @JsonProperty("scenario") Map<String, Object> document,
        @JsonProperty("scenarioSha256") String sha256,
        String userModel) {

    public StoredScenario {
        document = Collections.unmodifiableMap(new LinkedHashMap<>(document));
    }

    /** Stores a scenario together with the hash of its document. */
    public static StoredScenario of(Map<String, Object> document, String userModel) {
        return new StoredScenario(document, ScenarioHash.of(document), userModel);
    }

    /** Such as {@code delay-200}. */
    public String name() {
        return String.valueOf(document.getOrDefault("name", "unnamed"));
    }

    /** How tables call a variant: {@code sequential (v1)} if its study has another name for it. */
    public String title(String variant) {
        return Variant.title(variant, publishedName(variant));
    }

    /** The reproduced study's name of a variant; empty if the scenario does not say. */
    public Optional<String> publishedName(String variant) {
        return ofVariant(variant, "published");
    }

    /** A text that the scenario says of a variant; empty if it does not. */
    public Optional<String> ofVariant(String variant, String key) {
        return text(variant(variant).get(key));
    }

    /** The value of a variant's label; empty if the scenario does not have it. YAML takes 7 for a number: it is a text. */
    public Optional<String> label(String variant, String label) {
        return variant(variant).get("labels") instanceof Map<?, ?> labels
                ? Optional.ofNullable(labels.get(label)).map(String::valueOf)
                : Optional.empty();
    }

    private static Optional<String> text(@Nullable Object value) {
        return value instanceof String text ? Optional.of(text) : Optional.empty();
    }

    /** What the scenario says of a variant; empty if it has no such variant. */
    public Map<?, ?> variant(String name) {
        return document.get("variants") instanceof Map<?, ?> variants && variants.get(name) instanceof Map<?, ?> keys
                ? keys
                : Map.of();
    }
}
