package dev.ralbench.need;

import java.util.List;
import java.util.Optional;

/**
 * The dependencies of a scenario: its {@code needs:}. Every trial gets all of them afresh, for itself.
 *
 * @param all at most one of each kind, in the order of {@link NeedKinds#ALL}
 */
public record Needs(List<Need> all) {
    public Needs {
        all = List.copyOf(all);
    }

    /** Nothing at all. */
    public static Needs none() {
        return new Needs(List.of());
    }

    public boolean isEmpty() {
        return all.isEmpty();
    }

    public boolean has(String kind) {
        return all.stream().anyMatch(need -> need.kind().name().equals(kind));
    }

    public <N extends Need> Optional<N> find(Class<N> type) {
        return all.stream().filter(type::isInstance).map(type::cast).findFirst();
    }
}
