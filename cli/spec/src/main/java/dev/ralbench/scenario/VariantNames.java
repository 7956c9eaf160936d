package dev.ralbench.scenario;

import dev.ralbench.Failure;
import dev.ralbench.NearestName;
import dev.ralbench.yaml.Node;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The names of a scenario's variants: its own names, and those of the study that it reproduces.
 *
 * @param own the scenario's name of a variant, by everything that it can be called
 */
public record VariantNames(Map<String, String> own) {
    /** The key with a variant's name in its study. */
    static final String PUBLISHED = "published";

    public VariantNames {
        own = Collections.unmodifiableMap(new LinkedHashMap<>(own));
    }

    /** None if the document has no variants, which its reader reports. */
    static VariantNames of(Node.Mapping document) {
        var variants = document.value("variants")
                .filter(Node.Mapping.class::isInstance)
                .map(named -> ((Node.Mapping) named).entries())
                .orElse(Map.of());
        var inStudies = new LinkedHashMap<String, Optional<String>>();
        variants.forEach((name, variant) -> inStudies.put(name, published(variant.value())));
        return of(inStudies);
    }

    /**
     * Of variants whose names in their study are known. A scenario's own name goes first where another variant's study has
     * the same.
     *
     * @param published the study's name of each variant, by the scenario's; empty if it has none
     */
    public static VariantNames of(Map<String, Optional<String>> published) {
        var names = new LinkedHashMap<String, String>();
        published.keySet().forEach(name -> names.put(name, name));
        published.forEach((name, inStudy) -> inStudy.ifPresent(called -> names.putIfAbsent(called, name)));
        return new VariantNames(names);
    }

    private static Optional<String> published(Node variant) {
        return variant instanceof Node.Mapping keys
                ? keys.value(PUBLISHED).filter(Node.Scalar.class::isInstance).map(value -> ((Node.Scalar) value).text())
                : Optional.empty();
    }

    /** Everything that a variant can be called. */
    public Set<String> all() {
        return own.keySet();
    }

    /** The scenario's name of a variant; empty if there is no such variant. */
    public Optional<String> find(String called) {
        return Optional.ofNullable(own.get(called));
    }

    /**
     * The scenario's name of a variant.
     *
     * @param source name of the document in messages
     * @throws Failure if there is no such variant
     */
    String require(String source, String called) {
        return find(called)
                .orElseThrow(() -> Failure.usage(
                        source + ": there is no variant " + called,
                        NearestName.hint(called, all()),
                        "Choose among the scenario's variants."));
    }
}
