package dev.ralbench.dependency;

import dev.ralbench.Failure;
import dev.ralbench.dependency.declared.DeclaredDependencies;
import dev.ralbench.dependency.declared.DeclaredDependency;
import dev.ralbench.dependency.declared.DeclaredService;
import dev.ralbench.dependency.kind.DependencyKind;
import dev.ralbench.dependency.kind.ServerKind;
import dev.ralbench.dependency.own.OwnServiceKind;
import dev.ralbench.dependency.upstream.UpstreamKind;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The kinds of dependencies that can be had. */
public final class DependencyKinds {
    private final List<DependencyKind> all;

    /**
     * The given kinds, and those that need no library: the stub of a slow remote service, and services of the author's
     * own.
     */
    public DependencyKinds(DependencyKind... withLibraries) {
        this.all = Stream.concat(Stream.of(withLibraries), Stream.of(new UpstreamKind()))
                .toList();
    }

    /** All that have a name, in the order of {@link dev.ralbench.dependency.declared.DeclaredKinds} if they were given so. */
    public List<DependencyKind> all() {
        return all;
    }

    /**
     * The kinds of the dependencies that a scenario needs. Each service of the author's own is a kind of its own.
     *
     * @throws Failure if one of them is not among those that can be had
     */
    public List<DependencyKind> of(DeclaredDependencies needs) {
        return needs.all().stream().map(this::of).toList();
    }

    private DependencyKind of(DeclaredDependency need) {
        return need instanceof DeclaredService own
                ? new OwnServiceKind(own)
                : named(need.kind().name());
    }

    private DependencyKind named(String name) {
        return all.stream()
                .filter(kind -> kind.name().equals(name))
                .findFirst()
                .orElseThrow(() -> Failure.usage(
                        "needs." + name + " cannot be had in this program",
                        "it has only these kinds of dependencies: "
                                + all.stream().map(DependencyKind::name).collect(Collectors.joining(", ")),
                        "add the module ralbench-kind-" + name + " to it, and hand its DependencyKind to the session"));
    }

    /** All kinds that are servers of their own. */
    public List<ServerKind> servers() {
        return all.stream().flatMap(kind -> kind.server().stream()).toList();
    }
}
