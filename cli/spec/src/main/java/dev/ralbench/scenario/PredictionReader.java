package dev.ralbench.scenario;

import dev.ralbench.NearestName;
import dev.ralbench.yaml.DurationSyntax;
import dev.ralbench.yaml.FlagSyntax;
import dev.ralbench.yaml.NumberSyntax;
import dev.ralbench.yaml.Section;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Reads {@code predict}: closed forms by the name of a variant that exists. */
final class PredictionReader {
    private static final long MOST_THREADS = 1_000_000;
    private static final NumberSyntax FEW = new NumberSyntax(0, 1000);

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
        var prediction = new Prediction(
                section.require("delay", DurationSyntax.ANY),
                number(section, "workers", new NumberSyntax(1, ShapeReader.MOST_USERS)),
                section.find("cpu", DurationSyntax.POSITIVE),
                section.find("poll", DurationSyntax.POSITIVE),
                number(section, "calls", new NumberSyntax(1, 1000)),
                section.has("threads") ? Optional.of(threads(section.section("threads"))) : Optional.empty(),
                section.has("executor") ? Optional.of(executor(section.section("executor"))) : Optional.empty(),
                number(section, "serviceAt", new NumberSyntax(1, ShapeReader.MOST_USERS)));
        if (section.has("calls") && !section.has("workers")) {
            section.problem("calls", "needs workers next to it, which calls and requests share");
        }
        return prediction;
    }

    private static OptionalInt number(Section section, String key, NumberSyntax form) {
        return section.find(key, form)
                .map(number -> OptionalInt.of(Math.toIntExact(number)))
                .orElse(OptionalInt.empty());
    }

    private static Prediction.Threads threads(Section section) {
        return new Prediction.Threads(
                Math.toIntExact(section.require("base", new NumberSyntax(0, MOST_THREADS))),
                Math.toIntExact(section.get("perUser", FEW, 0L)),
                Math.toIntExact(section.get("perRequest", FEW, 0L)),
                section.find("idle", DurationSyntax.POSITIVE),
                Math.toIntExact(section.get("kept", FEW, 0L)),
                section.get("eventLoops", new FlagSyntax(), false));
    }

    private static Prediction.Executor executor(Section section) {
        return new Prediction.Executor(
                Math.toIntExact(section.require("threads", new NumberSyntax(1, MOST_THREADS))),
                Math.toIntExact(section.require("queue", new NumberSyntax(0, MOST_THREADS))),
                Math.toIntExact(section.require("tasks", new NumberSyntax(1, MOST_THREADS))));
    }
}
