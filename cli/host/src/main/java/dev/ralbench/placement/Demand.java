package dev.ralbench.placement;

import java.util.List;

/**
 * The roles that a run could place.
 *
 * @param startsTarget whether a target is started
 * @param findsTarget whether a running target is measured
 * @param startsDependencies whether dependencies are started
 * @param leftAlone participants that ralbench does not start, in words
 */
public record Demand(boolean startsTarget, boolean findsTarget, boolean startsDependencies, List<String> leftAlone) {
    public Demand {
        leftAlone = List.copyOf(leftAlone);
    }
}
