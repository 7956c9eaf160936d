package dev.ralbench.compare;

import dev.ralbench.Failure;
import dev.ralbench.result.ShownAnswer;
import dev.ralbench.result.TrialResult;
import dev.ralbench.result.Work;
import dev.ralbench.result.WorkDifference;
import dev.ralbench.scenario.WorkRule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Names the fields in which results differ, with both values.
 *
 * @param differences at least one
 * @param work those of them that are about what a request makes the variants do
 */
record Refusal(List<ResultSource> sources, List<Difference> differences, List<WorkDifference> work) {
    /** The most facts that a refusal lists; more would explain nothing more. */
    private static final int MOST_FACTS = 3;

    private static final int WIDEST_VALUE = 40;
    private static final String SEPARATOR = "  |  ";

    Refusal {
        sources = List.copyOf(sources);
        differences = List.copyOf(differences);
        work = List.copyOf(work);
    }

    /** @param isDetailed whether every fact is named, or those that matter most */
    Failure failure(boolean isDetailed) {
        var ordered = Difference.mostImportantFirst(differences);
        var shown = isDetailed ? ordered : fewest(ordered);
        int more = ordered.size() - shown.size();
        var rest = more == 0 ? "" : "\nand " + more + (more == 1 ? " fact" : " facts") + " more: --details lists them";
        return Failure.incomparable(what(), lines(shown) + rest + answers(), fix());
    }

    private String what() {
        return isOfWorkAlone()
                ? work.getFirst().variant() + " does not do the same work as "
                        + work.getFirst().base()
                : "the results are not comparable";
    }

    private boolean isOfWorkAlone() {
        return !work.isEmpty() && work.size() == differences.size();
    }

    /** The answers that kept a load from being begun, side by side. */
    private String answers() {
        var trials = sources.stream()
                .flatMap(source -> source.run().trials().stream())
                .sorted(Comparator.comparing(trial -> !isBase(trial.id().variant())))
                .toList();
        return Stream.of(
                        part(trials, "", answer -> Optional.of(answer.body())),
                        part(trials, "structure of ", ShownAnswer::structure))
                .filter(part -> !part.isEmpty())
                .map(part -> "\n" + part)
                .collect(Collectors.joining());
    }

    /** The one that the others are held against is shown first. */
    private boolean isBase(String variant) {
        return work.stream().anyMatch(each -> each.base().equals(variant));
    }

    private static String part(
            List<TrialResult> trials, String title, Function<ShownAnswer, Optional<String>> ofAnswer) {
        var texts = new LinkedHashMap<String, String>();
        trials.forEach(trial -> trial.setup()
                .work()
                .flatMap(Work::shown)
                .flatMap(ofAnswer)
                .filter(text -> !text.isEmpty())
                .ifPresent(text -> texts.put(title + trial.id().variant(), text)));
        int width = texts.keySet().stream().mapToInt(String::length).max().orElse(0);
        return texts.entrySet().stream()
                .map(each -> padded(each.getKey(), width) + "  " + each.getValue())
                .collect(Collectors.joining("\n"));
    }

    /** Each fact once: if many results differ from the first in the same way, keeps one of them. */
    private static List<Difference> fewest(List<Difference> ordered) {
        var facts = new HashSet<String>();
        return ordered.stream()
                .filter(each -> facts.add(each.fact()))
                .limit(MOST_FACTS)
                .toList();
    }

    private static String lines(List<Difference> differences) {
        int field = differences.stream()
                .mapToInt(each -> each.field().length())
                .max()
                .orElse(0);
        int left = differences.stream()
                .mapToInt(each -> each.left().length())
                .filter(length -> length <= WIDEST_VALUE)
                .max()
                .orElse(0);
        return differences.stream()
                .map(each -> padded(each.field(), field) + "  " + padded(each.left(), left) + SEPARATOR + each.right())
                .collect(Collectors.joining("\n"));
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }

    private String fix() {
        return isOfWorkAlone() ? fixOfWork() : fixOfOthers();
    }

    /** What makes such answers the same, and what lets them differ. */
    private String fixOfWork() {
        var others = work.stream().map(WorkDifference::variant).distinct().toList();
        var ignoring = work.stream().allMatch(each -> each.fact().ignoredBy().isPresent())
                ? work.stream()
                        .flatMap(each -> each.fact().ignoredBy().stream())
                        .max(Comparator.naturalOrder())
                : Optional.<WorkRule.Same>empty();
        var remedies = new ArrayList<String>();
        ignoring.ifPresent(same -> remedies.add(
                "work: { same: " + same.name().toLowerCase(Locale.ROOT) + " } compares " + compared(same)));
        remedies.add("work: { differs: { " + others.getFirst() + ": \"why\" } } lets " + others.getFirst()
                + " answer as it likes");
        return "If that is meant to be so, say it in "
                + ScenarioAsTyped.of(sources.getFirst().run())
                + " and measure again, because a result is judged by the scenario that it holds: "
                + String.join("; ", remedies) + ". Otherwise let " + String.join(" and ", others) + " do what "
                + work.getFirst().base() + " does.";
    }

    private static String compared(WorkRule.Same same) {
        return switch (same) {
            case BYTES -> "every byte";
            case SHAPE -> "the structure of the answers only";
            case STATUS -> "their status only";
            case NOTHING -> "nothing";
        };
    }

    private String fixOfOthers() {
        boolean isOfBuilds = sources.size() == 1 && differences.stream().anyMatch(Difference::isOfBuild);
        if (isOfBuilds) {
            return "Build and run both alike, or list what may differ under design.vary of the gate; or add"
                    + " --force-incomparable for a table without verdicts.";
        }
        return "Measure what is to be compared in one run: ralbench run "
                + ScenarioAsTyped.of(sources.getFirst().run())
                + " --trials 12; or add --force-incomparable for a table without verdicts.";
    }
}
