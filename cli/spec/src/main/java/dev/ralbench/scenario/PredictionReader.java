package dev.ralbench.scenario;

import dev.ralbench.NearestName;
import dev.ralbench.yaml.DurationSyntax;
import dev.ralbench.yaml.NumberSyntax;
import dev.ralbench.yaml.Section;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;

/** Reads {@code predict}: closed forms by the name of a variant that exists. */
final class PredictionReader {
    private PredictionReader() {}

    static Map<String, Prediction> read(Section root, Collection<String> variants) {
        var predictions = new LinkedHashMap<String, Prediction>();
        root.named("predict").forEach((name, section) -> {
            if (!variants.contains(name)) {
                section.problem("there is no such variant; " + NearestName.hint(name, variants));
            }
            predictions.put(name, prediction(section));
        });
        return predictions;
    }

    private static Prediction prediction(Section section) {
        var delay = section.require("delay", DurationSyntax.ANY);
        var workers = section.find("workers", new NumberSyntax(1, ShapeReader.MOST_USERS));
        return new Prediction(
                delay,
                workers.map(number -> OptionalInt.of(Math.toIntExact(number))).orElse(OptionalInt.empty()),
                section.find("cpu", DurationSyntax.POSITIVE));
    }
}
