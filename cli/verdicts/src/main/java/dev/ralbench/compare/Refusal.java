package dev.ralbench.compare;

import dev.ralbench.Failure;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;

/** Names the fields in which results differ, with both values. */
final class Refusal {
    /** The most facts that a refusal lists; more would explain nothing more. */
    private static final int MOST_FACTS = 3;

    private static final int WIDEST_VALUE = 40;
    private static final String SEPARATOR = "  |  ";

    private Refusal() {}

    /** @param isDetailed whether every fact is named, or those that matter most */
    static Failure of(List<ResultSource> sources, List<Difference> differences, boolean isDetailed) {
        var ordered = Difference.mostImportantFirst(differences);
        var shown = isDetailed ? ordered : fewest(ordered);
        int more = ordered.size() - shown.size();
        var rest = more == 0 ? "" : "\nand " + more + (more == 1 ? " fact" : " facts") + " more: --details lists them";
        return Failure.incomparable("the results are not comparable", lines(shown) + rest, fix(sources, differences));
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

    private static String fix(List<ResultSource> sources, List<Difference> differences) {
        boolean isOfBuilds = sources.size() == 1
                && differences.stream().anyMatch(each -> each.field().contains("subject."));
        if (isOfBuilds) {
            return "Build and run both alike, or list what may differ under design.vary of the gate; or add"
                    + " --force-incomparable for a table without verdicts.";
        }
        return "Measure what is to be compared in one run: ralbench run "
                + ScenarioAsTyped.of(sources.getFirst().run())
                + " --trials 12; or add --force-incomparable for a table without verdicts.";
    }
}
