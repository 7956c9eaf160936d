package dev.ralbench.compare;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.stream.Stream;

/**
 * Which results belong together: those of one scenario, then those that can be compared. Each result joins the first
 * group whose first result it is comparable with, by the same facts that a comparison is refused for.
 */
public final class Groups {
    private final AllowedDifferences allowed;
    private final List<List<ResultSource>> paired = new ArrayList<>();
    private final List<List<ResultSource>> separate = new ArrayList<>();

    private Groups(AllowedDifferences allowed) {
        this.allowed = allowed;
    }

    /**
     * The groups, scenario by scenario in the order in which they come first.
     *
     * @param sources without flaws, each run once
     */
    public static List<Group> of(List<ResultSource> sources, AllowedDifferences allowed) {
        return byScenario(sources).stream()
                .flatMap(ofScenario -> new Groups(allowed).add(ofScenario).groups().stream())
                .toList();
    }

    /**
     * Runs that lie on one line over time.
     *
     * @param anchor the variant that figures are ratios to; empty if they are laid on the line themselves
     */
    record Line(Group group, Optional<String> anchor) {}

    /**
     * Runs whose figures can be laid on one line: of one scenario, on like hardware, with the same major versions of software
     * and servers. Which variants they hold, and of which build, may differ. Runs on unlike machines are one line of ratios
     * if each has the anchor in the same build, next to other variants.
     *
     * @param anchor its name; the first variant if it is empty
     */
    static List<Line> overTime(List<ResultSource> sources, Optional<String> anchor) {
        var lines = new ArrayList<Line>();
        for (var ofScenario : byScenario(sources)) {
            var loads = joined(
                    ofScenario,
                    (first, next) -> HistoryFacts.cutsOfRatios(first, next).isEmpty());
            var all = new ArrayList<List<ResultSource>>();
            var anchors = new ArrayList<Optional<String>>();
            for (var ofLoad : loads) {
                var machines = joined(
                        ofLoad, (first, next) -> HistoryFacts.cuts(first, next).isEmpty());
                var common = machines.size() > 1 ? anchor(ofLoad, anchor) : Optional.<String>empty();
                var parts = common.isPresent() ? List.of(ofLoad) : machines;
                all.addAll(parts);
                parts.forEach(each -> anchors.add(common));
            }
            for (int i = 0; i < all.size(); i++) {
                var apart = anchors.get(i).isPresent()
                        ? apart(all.get(i), all, HistoryFacts::cutsOfRatios)
                        : apart(all.get(i), all, HistoryFacts::cuts);
                lines.add(new Line(new Group(GroupKind.SEPARATE, all.get(i), apart), anchors.get(i)));
            }
        }
        return lines;
    }

    /** The variant that all of them hold in the same build, next to others. */
    private static Optional<String> anchor(List<ResultSource> sources, Optional<String> wanted) {
        var first = sources.getFirst();
        var name = wanted.orElseGet(() -> Variants.of(first.run()).getFirst());
        boolean isInAll = sources.stream()
                .allMatch(source -> Variants.of(source.run()).contains(name)
                        && Variants.of(source.run()).size() > 1
                        && VariantComparability.isSameBuild(first.run(), source.run(), name));
        return isInAll ? Optional.of(name) : Optional.empty();
    }

    private static List<List<ResultSource>> joined(
            List<ResultSource> sources, BiPredicate<ResultSource, ResultSource> isOnOneLine) {
        var groups = new ArrayList<List<ResultSource>>();
        sources.forEach(source -> join(groups, source, isOnOneLine));
        return groups;
    }

    private static List<List<ResultSource>> byScenario(List<ResultSource> sources) {
        var scenarios = new LinkedHashMap<String, List<ResultSource>>();
        sources.forEach(source -> scenarios
                .computeIfAbsent(source.scenario(), absent -> new ArrayList<>())
                .add(source));
        return List.copyOf(scenarios.values());
    }

    private Groups add(List<ResultSource> sources) {
        for (var source : sources) {
            if (Variants.of(source.run()).size() > 1) {
                join(paired, source, this::canBePooled);
            } else {
                join(separate, source, this::canStandSideBySide);
            }
        }
        return this;
    }

    private static void join(
            List<List<ResultSource>> groups,
            ResultSource source,
            BiPredicate<ResultSource, ResultSource> isComparable) {
        var found = groups.stream()
                .filter(group -> isComparable.test(group.getFirst(), source))
                .findFirst();
        if (found.isPresent()) {
            found.get().add(source);
        } else {
            groups.add(new ArrayList<>(List.of(source)));
        }
    }

    private boolean canBePooled(ResultSource first, ResultSource next) {
        var both = List.of(first, next);
        return new HashSet<>(Variants.of(first.run())).equals(new HashSet<>(Variants.of(next.run())))
                && Comparability.between(both, true).isEmpty()
                && VariantComparability.ofShared(both).isEmpty()
                && doTheSameWork(first, next);
    }

    private boolean canStandSideBySide(ResultSource first, ResultSource next) {
        return areOnOneMachine(first, next) && doTheSameWork(first, next);
    }

    private static boolean areOnOneMachine(ResultSource first, ResultSource next) {
        return betweenMachines(first, next).isEmpty();
    }

    private static List<Difference> betweenMachines(ResultSource first, ResultSource next) {
        return Comparability.between(List.of(first, next), false);
    }

    /** Their variants differ in the same, which usually is nothing, and the two results in no more than that. */
    private boolean doTheSameWork(ResultSource first, ResultSource next) {
        var own = work(List.of(first));
        return own.equals(work(List.of(next))) && own.equals(work(List.of(first, next)));
    }

    private List<Difference> work(List<ResultSource> sources) {
        return WorkComparability.of(sources, allowed).differences();
    }

    private List<Group> groups() {
        var all = Stream.concat(paired.stream(), separate.stream()).toList();
        return all.stream()
                .map(group -> new Group(kind(group), group, apart(group, all, this::differences)))
                .toList();
    }

    private GroupKind kind(List<ResultSource> group) {
        if (paired.contains(group)) {
            return GroupKind.PAIRED;
        }
        return group.size() > 1 ? GroupKind.SEPARATE : GroupKind.ALONE;
    }

    /** The facts in which the first result of each other group differs from this group's. */
    private static List<Difference> apart(
            List<ResultSource> own,
            List<List<ResultSource>> all,
            BiFunction<ResultSource, ResultSource, List<Difference>> differences) {
        var facts = new LinkedHashMap<String, Difference>();
        all.stream()
                .filter(other -> !other.equals(own))
                .flatMap(other -> differences.apply(own.getFirst(), other.getFirst()).stream())
                .forEach(each -> facts.putIfAbsent(each.field(), each));
        return Difference.mostImportantFirst(List.copyOf(facts.values()));
    }

    /** Why two results are not in one group. */
    private List<Difference> differences(ResultSource own, ResultSource other) {
        var both = List.of(own, other);
        var mine = Variants.of(own.run());
        var theirs = Variants.of(other.run());
        boolean isShared = mine.size() > 1 && new HashSet<>(mine).equals(new HashSet<>(theirs));
        var variants = isShared || (mine.size() == 1 && theirs.size() == 1)
                ? Optional.<Difference>empty()
                : Optional.of(new Difference("variants", String.join(", ", mine), String.join(", ", theirs)));
        return Stream.of(
                        variants.stream().toList(),
                        Comparability.between(both, isShared),
                        isShared ? VariantComparability.ofShared(own, other) : List.<Difference>of(),
                        work(both))
                .flatMap(List::stream)
                .toList();
    }
}
