package dev.ralbench.compare;

import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialSetup;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Whether services differ in more than they may: another JDK is a difference that was not to be measured. */
final class VariantComparability {
    private final Set<VariantFact> fixed;

    private VariantComparability(Set<VariantFact> vary) {
        fixed = EnumSet.allOf(VariantFact.class);
        fixed.removeAll(vary);
    }

    /**
     * Compares every variant with the baseline, which is the named variant, or else the first one of the first
     * result.
     */
    static List<Difference> of(List<ResultSource> sources, Optional<String> baseline, Set<VariantFact> vary) {
        var check = new VariantComparability(vary);
        var first = sources.getFirst().run();
        var variants = Variants.of(first);
        var base = baseline.filter(variants::contains).orElse(variants.getFirst());
        var expected = subject(first, base);
        var differences = new ArrayList<Difference>();
        for (var source : sources) {
            for (var variant : Variants.of(source.run())) {
                check.between(variant, expected, subject(source.run(), variant))
                        .forEach(each -> differences.add(sources.size() > 1 ? each.of(source.name()) : each));
            }
        }
        return differences;
    }

    /**
     * Checks variants of the same name in several runs. Their blocks are pooled, so they have to be the same build.
     */
    static List<Difference> ofShared(List<ResultSource> sources) {
        var first = sources.getFirst();
        return sources.stream()
                .skip(1)
                .flatMap(source -> ofShared(first, source).stream().map(each -> each.of(source.name())))
                .toList();
    }

    /** The same of two runs alone. */
    static List<Difference> ofShared(ResultSource first, ResultSource next) {
        var same = new VariantComparability(Set.of());
        return Variants.of(next.run()).stream()
                .flatMap(variant ->
                        same.between(variant, subject(first.run(), variant), subject(next.run(), variant)).stream())
                .toList();
    }

    /** Whether a variant is the same build in both runs, as far as it is known. */
    static boolean isSameBuild(RunResult first, RunResult next, String variant) {
        var earlier = subject(first, variant);
        var later = subject(next, variant);
        var before = VariantFact.IMAGE.of(asKnownIn(later, earlier));
        var after = VariantFact.IMAGE.of(asKnownIn(earlier, later));
        return before.isEmpty() || after.isEmpty() || before.equals(after);
    }

    /**
     * The facts about the service of a variant, which are the same in all of its trials; empty if ralbench started
     * none.
     */
    static Map<String, String> subject(RunResult run, String variant) {
        return run.trials().stream()
                .filter(trial -> trial.id().variant().equals(variant))
                .flatMap(trial -> trial.setup().target().stream())
                .map(TrialSetup.TargetResult::subject)
                .findFirst()
                .orElse(Map.of());
    }

    private List<Difference> between(String variant, Map<String, String> base, Map<String, String> head) {
        var differences = new ArrayList<Difference>();
        for (var fact : fixed) {
            var expected = fact.of(asKnownIn(head, base));
            var found = fact.of(asKnownIn(base, head));
            boolean isKnown = !expected.isEmpty() && !found.isEmpty();
            if (isKnown && !expected.equals(found)) {
                differences.add(new Difference(variant, fact.toString(), shown(expected), shown(found)));
            }
        }
        return differences;
    }

    /**
     * Without what only newer results know: the content of the started file, and where it was started. A build that is
     * known by its content may lie in another tree each time.
     */
    private static Map<String, String> asKnownIn(Map<String, String> other, Map<String, String> subject) {
        var known = new HashMap<>(subject);
        if (!other.containsKey("files")) {
            known.remove("files");
        }
        if (!other.containsKey("directory") || known.containsKey("jar") || known.containsKey("files")) {
            known.remove("directory");
        }
        return known;
    }

    private static String shown(Map<String, String> facts) {
        return String.join(" ", facts.values());
    }
}
