package dev.ralbench.testing;

import dev.ralbench.dependency.DependencyKinds;
import dev.ralbench.dependency.declared.DeclaredKind;
import dev.ralbench.dependency.kind.DependencyContext;
import dev.ralbench.dependency.kind.DependencyKind;
import dev.ralbench.dependency.kind.DependencyPreparer;
import dev.ralbench.dependency.kind.ServerKind;
import dev.ralbench.process.Program;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Kinds of servers that are named and chosen, and never started. */
public final class NamedKinds {
    private NamedKinds() {}

    /** @param users that log in if a URL names none */
    public static DependencyKinds of(Map<DeclaredKind, String> users) {
        return new DependencyKinds(users.entrySet().stream()
                .<DependencyKind>map(entry -> new NamedKind(entry.getKey(), server(entry.getKey(), entry.getValue())))
                .toArray(DependencyKind[]::new));
    }

    private static Optional<ServerKind> server(DeclaredKind need, String user) {
        var name = need.name();
        return Optional.of(new ServerKind(
                new Program(name, List.of(name + ":1")),
                name,
                List.of(name + "d"),
                List.of(),
                image -> name + "d",
                Optional.empty(),
                Optional.empty(),
                7000,
                user,
                user.isEmpty(),
                output -> Optional.empty()));
    }

    private record NamedKind(DeclaredKind need, Optional<ServerKind> server) implements DependencyKind {
        @Override
        public DependencyPreparer open(DependencyContext context) {
            return (needs, source) -> {
                throw new AssertionError(need.name() + " is only named");
            };
        }
    }
}
