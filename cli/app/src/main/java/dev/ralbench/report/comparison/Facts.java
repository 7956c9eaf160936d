package dev.ralbench.report.comparison;

import dev.ralbench.compare.Difference;
import dev.ralbench.page.Glyphs;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Facts about results in a line: the few that matter most, or all. */
final class Facts {
    private static final int MOST = 3;
    private static final int WIDEST = 60;

    private Facts() {}

    /** Such as {@code machine.cpu AMD EPYC, software.jdk 25.0.3, and 2 more (--details)}. */
    static String of(List<Difference> differences, boolean isDetailed) {
        return joined(
                differences.stream().map(each -> each.field() + " " + each.left()), differences.size(), isDetailed);
    }

    /** Says in which facts a comparison differs from the others of its scenario. */
    static String unlikeOthers(String scenario, List<Difference> apart, boolean isDetailed) {
        return "unlike other results of " + scenario + ": " + of(apart, isDetailed);
    }

    static String of(Map<String, String> facts, boolean isDetailed) {
        return joined(
                facts.entrySet().stream().map(each -> each.getKey() + " " + each.getValue()), facts.size(), isDetailed);
    }

    private static String joined(Stream<String> facts, int count, boolean isDetailed) {
        if (isDetailed) {
            return facts.collect(Collectors.joining(", "));
        }
        var shown = facts.limit(MOST)
                .map(fact -> Glyphs.UNICODE.fitted(fact, WIDEST))
                .collect(Collectors.joining(", "));
        return count > MOST ? shown + ", and " + (count - MOST) + " more (--details)" : shown;
    }
}
