package dev.ralbench.report.comparison;

import dev.ralbench.compare.Group;
import java.util.List;
import java.util.stream.Collectors;

/** Why a result is in no comparison. */
final class UncomparedText {
    private UncomparedText() {}

    /** Such as {@code stands alone: run 20261122T… of delay-200, one run of one variant (reactive), …}. */
    static String of(Group group, boolean isDetailed) {
        var run = group.sources().getFirst().run();
        var variants =
                run.layout().order().stream().flatMap(List::stream).distinct().collect(Collectors.joining(", "));
        var why = "stands alone: run " + run.origin().runId() + " of " + group.scenario() + ", one run of one variant ("
                + variants + ")";
        return group.apart().isEmpty()
                ? why
                : why + ", " + Facts.unlikeOthers(group.scenario(), group.apart(), isDetailed);
    }
}
