package dev.ralbench.dependency.declared;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The dependencies of a scenario: its {@code needs:}. Every trial gets all of them afresh, for itself.
 *
 * @param all at most one of each name, in the order of {@link DeclaredKinds#ALL}, services of one's own last
 */
public record DeclaredDependencies(List<DeclaredDependency> all) {
    public DeclaredDependencies {
        all = List.copyOf(all);
    }

    /** Nothing at all. */
    public static DeclaredDependencies none() {
        return new DeclaredDependencies(List.of());
    }

    public boolean isEmpty() {
        return all.isEmpty();
    }

    public boolean has(String kind) {
        return all.stream().anyMatch(need -> need.kind().name().equals(kind));
    }

    /** The placeholders that targets, and services of one's own, may use. */
    public List<String> placeholders() {
        return all.stream()
                .flatMap(need -> need.kind().qualifiedPlaceholders().stream())
                .toList();
    }

    /** Services that can never be started, because each waits for another one of them or for itself; their names. */
    List<String> circle() {
        var left = all.stream()
                .filter(DeclaredService.class::isInstance)
                .map(DeclaredService.class::cast)
                .collect(Collectors.toCollection(ArrayList::new));
        boolean removed = true;
        while (removed) {
            var waiting = left.stream().map(DeclaredService::name).toList();
            removed = left.removeIf(need -> need.uses().stream().noneMatch(waiting::contains));
        }
        return left.stream().map(DeclaredService::name).toList();
    }

    public <N extends DeclaredDependency> Optional<N> find(Class<N> type) {
        return all.stream().filter(type::isInstance).map(type::cast).findFirst();
    }
}
