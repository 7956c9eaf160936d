package dev.ralbench.report;

import dev.ralbench.compare.Group;
import java.util.stream.Collectors;

/** Why a result is in no comparison. */
final class AloneText {
    private AloneText() {}

    /** Such as {@code stands alone: run 20261122T… of delay-200: one variant in one run; …}. */
    static String of(Group group, boolean isDetailed) {
        var run = group.sources().getFirst().run();
        var why = "stands alone: run " + run.runId() + " of " + group.scenario() + ", one run of one variant ("
                + run.order().stream()
                        .flatMap(java.util.List::stream)
                        .distinct()
                        .collect(Collectors.joining(", "))
                + ")";
        return group.apart().isEmpty()
                ? why
                : why + "; other results of " + group.scenario() + " differ, here: "
                        + Facts.of(group.apart(), isDetailed);
    }
}
