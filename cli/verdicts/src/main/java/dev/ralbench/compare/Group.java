package dev.ralbench.compare;

import java.util.List;

/**
 * Results of one scenario that belong together.
 *
 * @param sources at least one, in the order in which they were given
 * @param apart facts in which the other groups of the same scenario differ from this one, those that matter most first;
 *     left is this group's value
 */
public record Group(GroupKind kind, List<ResultSource> sources, List<Difference> apart) {
    public Group {
        sources = List.copyOf(sources);
        apart = List.copyOf(apart);
    }

    /** Such as {@code delay-200}. */
    public String scenario() {
        return sources.getFirst().scenario();
    }
}
