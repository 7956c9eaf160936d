package dev.ralbench.placement;

import java.util.List;

/**
 * What a run could place.
 *
 * @param startsTarget whether a target is started
 * @param findsTarget whether a target is measured that runs already
 * @param startsDependencies whether anything that targets need is started
 * @param leftAlone what takes part but is not started by ralbench, in words
 */
public record Demand(boolean startsTarget, boolean findsTarget, boolean startsDependencies, List<String> leftAlone) {
    public Demand {
        leftAlone = List.copyOf(leftAlone);
    }
}
