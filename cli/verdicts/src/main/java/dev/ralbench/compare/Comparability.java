package dev.ralbench.compare;

import dev.ralbench.result.Design;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialSetup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Every fact in which results differ though they must not. */
final class Comparability {
    static final String ABSENT = "absent";
    private static final Pattern MAJOR_MINOR = Pattern.compile("(\\d+\\.\\d+)");

    private Comparability() {}

    /**
     * The differences between each result and the first one that affect whether they can be compared.
     *
     * @param sameVariants whether their blocks are put together. A pair is a difference within one machine, so machines,
     *     software and servers may differ then
     */
    static List<Difference> between(List<ResultSource> sources, boolean sameVariants) {
        var differences = new ArrayList<Difference>();
        var first = sources.getFirst();
        for (var source : sources.subList(1, sources.size())) {
            var found = of(first.run(), source.run(), sameVariants);
            found.forEach(each -> differences.add(sources.size() > 2 ? each.of(source.name()) : each));
        }
        return differences;
    }

    private static List<Difference> of(RunResult left, RunResult right, boolean sameVariants) {
        var differences = new ArrayList<Difference>();
        if (!left.scenario().sha256().equals(right.scenario().sha256())) {
            differences.addAll(scenario(left, right, sameVariants));
        }
        if (!sameVariants) {
            add(differences, surroundings(left), surroundings(right));
        }
        add(differences, design(left), design(right));
        add(differences, Map.of("ralbench.version", version(left)), Map.of("ralbench.version", version(right)));
        return differences;
    }

    /** The machine, its software, and the servers next to the targets: absolute figures depend on them. */
    static Map<String, String> surroundings(RunResult run) {
        var facts = new TreeMap<String, String>();
        run.fingerprint().machine().forEach((key, value) -> facts.put("machine." + key, value));
        run.fingerprint().software().forEach((key, value) -> facts.put("software." + key, value));
        servers(run).forEach((key, value) -> facts.put("servers." + key, value));
        return facts;
    }

    /** Documents that say the same under another hash: one of them was changed by hand, and it is not known which. */
    private static List<Difference> scenario(RunResult left, RunResult right, boolean sameVariants) {
        var mine = left.scenario();
        var theirs = right.scenario();
        var differences = ScenarioDifferences.of(mine.document(), theirs.document(), sameVariants);
        boolean sameDocument = differences.isEmpty() && mine.document().equals(theirs.document());
        return sameDocument ? List.of(new Difference("scenario.sha256", mine.sha256(), theirs.sha256())) : differences;
    }

    private static void add(List<Difference> differences, Map<String, String> left, Map<String, String> right) {
        differences.addAll(differences(left, right));
    }

    /** The facts that are others on the right. */
    static List<Difference> differences(Map<String, String> left, Map<String, String> right) {
        var differences = new ArrayList<Difference>();
        var keys = new TreeSet<>(left.keySet());
        keys.addAll(right.keySet());
        for (var key : keys) {
            var a = left.getOrDefault(key, ABSENT);
            var b = right.getOrDefault(key, ABSENT);
            if (!a.equals(b)) {
                differences.add(new Difference(key, a, b));
            }
        }
        return differences;
    }

    /** Servers next to the targets; several products under one name if trials differ. */
    private static Map<String, String> servers(RunResult run) {
        var products = new TreeMap<String, TreeSet<String>>();
        run.trials().stream()
                .flatMap(trial -> trial.setup().servers().stream())
                .forEach(server -> products.computeIfAbsent(server.name(), absent -> new TreeSet<>())
                        .add(product(server)));
        var joined = new TreeMap<String, String>();
        products.forEach((name, of) -> joined.put(name, String.join(" and ", of)));
        return joined;
    }

    private static String product(TrialSetup.ServerResult server) {
        return server.product() + " (" + server.origin() + ")";
    }

    private static Map<String, String> design(RunResult run) {
        var facts = new TreeMap<String, String>();
        facts.put("design.order", run.layout().design().order().toString());
        run.layout().design().turns().ifPresent(turns -> facts.putAll(turns(turns)));
        return facts;
    }

    private static Map<String, String> turns(Design.Turns turns) {
        return Map.of(
                "design.turns.levels", turns.levels().toString(),
                "design.turns.perLevel", Integer.toString(turns.perLevel()),
                "design.turns.lengthMillis", Double.toString(turns.lengthMillis()),
                "design.turns.leadInMillis", Double.toString(turns.leadInMillis()),
                "design.turns.warmUpRequests", Long.toString(turns.warmUpRequests()),
                "design.turns.warmUpLimitMillis", Double.toString(turns.warmUpLimitMillis()));
    }

    /** Metrics keep their meaning between versions that differ in the last number only. */
    private static String version(RunResult run) {
        var found = MAJOR_MINOR.matcher(run.origin().tool());
        return found.find() ? String.valueOf(found.group(1)) : run.origin().tool();
    }
}
