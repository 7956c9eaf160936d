package dev.ralbench.compare;

import dev.ralbench.Failure;
import java.util.List;
import java.util.stream.Collectors;

/** Names every field in which results differ, with both values. */
final class Refusal {
    private static final int WIDEST_VALUE = 40;
    private static final String SEPARATOR = "  |  ";

    private Refusal() {}

    static Failure of(List<ResultSource> sources, List<Difference> differences) {
        int field = differences.stream()
                .mapToInt(each -> each.field().length())
                .max()
                .orElse(0);
        int left = differences.stream()
                .mapToInt(each -> each.left().length())
                .filter(length -> length <= WIDEST_VALUE)
                .max()
                .orElse(0);
        var lines = differences.stream()
                .map(each -> padded(each.field(), field) + "  " + padded(each.left(), left) + SEPARATOR + each.right())
                .collect(Collectors.joining("\n"));
        return Failure.incomparable("the results are not comparable", lines, fix(sources, differences));
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
        var name = sources.getFirst().run().scenario().getOrDefault("name", "SCENARIO");
        return "Measure what is to be compared in one run: ralbench run " + name
                + " --trials 12; or add --force-incomparable for a table without verdicts.";
    }
}
