package dev.ralbench.compare;

import dev.ralbench.result.RunResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Variants of a run that are one build twice, as far as the result tells: what is seen between them is noise. */
final class OneBuild {
    /** The facts that show what a build is made of. */
    private static final List<String> CONTENT = List.of("files", "jar", "imageDigest");

    private static final List<String> SETTINGS = List.of("limits", "tls");

    /** As a gate calls it: there to be the same. */
    private static final String CONTROL = "control";

    private OneBuild() {}

    /** One note for each variant that is the first one once more. */
    static List<ComparisonNote> notes(RunResult run, List<String> variants) {
        var base = variants.getFirst();
        var notes = new ArrayList<ComparisonNote>();
        for (var variant : variants.subList(1, variants.size())) {
            if (!variant.equals(CONTROL) && isSame(run, base, variant)) {
                notes.add(new ComparisonNote(
                        ComparisonNote.Kind.ONE_BUILD,
                        "one build twice: " + base + " and " + variant + " are the same "
                                + (facts(run, base).containsKey("files") ? "files" : "build")
                                + ", started alike in the same directory; what differs is noise"));
            }
        }
        return notes;
    }

    private static boolean isSame(RunResult run, String base, String variant) {
        var facts = facts(run, base);
        return CONTENT.stream().anyMatch(facts::containsKey)
                && facts.equals(facts(run, variant))
                && request(run, base).equals(request(run, variant));
    }

    /** Without the labels of older results, and without a command whose files and other words have a hash: a path makes no other build. */
    private static Map<String, String> facts(RunResult run, String variant) {
        var subject = VariantComparability.subject(run, variant);
        var facts = new HashMap<String, String>();
        for (var fact : VariantFact.values()) {
            facts.putAll(fact.of(subject));
        }
        SETTINGS.forEach(key -> facts.computeIfAbsent(key, subject::get));
        if (facts.containsKey("files")) {
            facts.remove("command");
        }
        return facts;
    }

    /** What the scenario says of it, but for what is started: its path, the options of a built-in target. */
    private static Map<Object, Object> request(RunResult run, String variant) {
        var request = new HashMap<Object, Object>(run.scenario().variant(variant));
        request.keySet().removeAll(List.of("target", "labels", "published"));
        return request;
    }
}
