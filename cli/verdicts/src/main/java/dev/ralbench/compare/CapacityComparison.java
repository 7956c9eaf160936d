package dev.ralbench.compare;

import dev.ralbench.Failure;
import dev.ralbench.NearestName;
import dev.ralbench.result.Design;
import dev.ralbench.result.Knee;
import dev.ralbench.result.KneeInterval;
import dev.ralbench.result.RunResult;
import dev.ralbench.result.TrialResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Searches for the most users side by side: the variants of one, or each variant of several against that of the first.
 *
 * @param objective that all of them searched with
 * @param rows at least one
 * @param differences between the searches in which they should not differ; empty unless the comparison is forced
 */
public record CapacityComparison(String objective, List<Row> rows, List<Difference> differences) {
    private static final int MOST_DIFFERENCES = 3;

    /** One comparison; each name is that of a variant, or of a file. */
    public record Row(String title, Subject base, Subject head, KneeInterval.Ratio ratio) {}

    /**
     * What a target can take.
     *
     * @param searches by how many it is known
     */
    public record Subject(String name, int searches, KneeInterval knee) {}

    public CapacityComparison {
        rows = List.copyOf(rows);
        differences = List.copyOf(differences);
    }

    /**
     * Compares searches.
     *
     * @param sources searches, at least one
     * @param baseline variant of a single search that the others are compared with; by default the first
     * @param isForced whether searches are compared that differ in more than the variants' builds
     * @throws Failure if there is nothing to compare, or they differ
     */
    public static CapacityComparison of(List<ResultSource> sources, Optional<String> baseline, boolean isForced) {
        var first = sources.getFirst();
        var rows = sources.size() == 1 ? withinOne(first, baseline) : betweenRuns(sources);
        var differences = differences(sources);
        if (!differences.isEmpty() && !isForced) {
            throw Failure.incomparable(
                    "the searches are not comparable",
                    differences.stream()
                                    .limit(MOST_DIFFERENCES)
                                    .map(Difference::toString)
                                    .collect(Collectors.joining("\n"))
                            + (differences.size() > MOST_DIFFERENCES
                                    ? "\nand " + (differences.size() - MOST_DIFFERENCES) + " more"
                                    : ""),
                    "Search again on the same machine with the same scenario and options, or add --force-incomparable.");
        }
        return new CapacityComparison(search(first).objective().words(), rows, differences);
    }

    private static Design.Capacity search(ResultSource source) {
        return source.run().layout().design().capacity().orElseThrow();
    }

    private static List<Difference> differences(List<ResultSource> sources) {
        var differences = new ArrayList<Difference>();
        var first = search(sources.getFirst());
        for (var source : sources.subList(1, sources.size())) {
            var other = search(source);
            if (!first.objective().words().equals(other.objective().words())) {
                differences.add(new Difference(
                        "--slo", first.objective().words(), other.objective().words()));
            }
            if (first.holdMillis() != other.holdMillis()) {
                differences.add(
                        new Difference("--hold", first.holdMillis() / 1e3 + " s", other.holdMillis() / 1e3 + " s"));
            }
        }
        differences.addAll(Difference.mostImportantFirst(Comparability.between(sources, false)));
        return differences;
    }

    private static List<Row> withinOne(ResultSource source, Optional<String> baseline) {
        var subjects = subjects(source.run(), Optional.empty());
        if (subjects.size() < 2) {
            throw Failure.usage(
                    source.name() + " has one variant, and nothing to compare it with",
                    "",
                    "name a second search, or read this one with ralbench report");
        }
        var base = baseline.map(name -> Optional.ofNullable(subjects.get(name))
                        .orElseThrow(() -> Failure.usage(
                                "--baseline: no variant " + name,
                                NearestName.hint(name, List.copyOf(subjects.keySet())),
                                "give one of them")))
                .orElseGet(() -> subjects.values().iterator().next());
        return subjects.values().stream()
                .filter(head -> !head.name().equals(base.name()))
                .map(head -> row(head.name(), base, head))
                .toList();
    }

    private static List<Row> betweenRuns(List<ResultSource> sources) {
        var first = sources.getFirst();
        var bases = subjects(first.run(), Optional.of(first.name()));
        var rows = new ArrayList<Row>();
        for (var source : sources.subList(1, sources.size())) {
            var heads = subjects(source.run(), Optional.of(source.name()));
            bases.forEach((variant, base) ->
                    Optional.ofNullable(heads.get(variant)).ifPresent(head -> rows.add(row(variant, base, head))));
        }
        if (rows.isEmpty()) {
            throw Failure.incomparable(
                    "the searches have no variant in common",
                    first.name() + " has " + String.join(", ", bases.keySet()),
                    "Name searches of the same variants.");
        }
        return rows;
    }

    private static Row row(String title, Subject base, Subject head) {
        return new Row(title, base, head, base.knee().ratioOf(head.knee()));
    }

    /** By variant; without those of which no trial counts. */
    private static Map<String, Subject> subjects(RunResult run, Optional<String> name) {
        var slo = run.layout().design().capacity().orElseThrow().objective();
        var knees = new LinkedHashMap<String, List<Knee>>();
        Variants.of(run).forEach(variant -> knees.put(variant, new ArrayList<>()));
        run.lastAttempts().stream()
                .filter(TrialResult::counts)
                .forEach(trial -> trial.measurement()
                        .filter(found -> found.levels().findAny().isPresent())
                        .ifPresent(found -> knees.computeIfAbsent(trial.id().variant(), absent -> new ArrayList<>())
                                .add(Knee.of(found, slo))));
        var subjects = new LinkedHashMap<String, Subject>();
        knees.forEach((variant, of) -> {
            if (!of.isEmpty()) {
                subjects.put(variant, new Subject(name.orElse(variant), of.size(), KneeInterval.of(of)));
            }
        });
        return subjects;
    }
}
