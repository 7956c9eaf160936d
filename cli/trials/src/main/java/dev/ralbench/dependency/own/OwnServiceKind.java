package dev.ralbench.dependency.own;

import dev.ralbench.Failure;
import dev.ralbench.dependency.declared.DeclaredDependencies;
import dev.ralbench.dependency.declared.DeclaredKind;
import dev.ralbench.dependency.declared.DeclaredService;
import dev.ralbench.dependency.kind.DependencyContext;
import dev.ralbench.dependency.kind.DependencyKind;
import dev.ralbench.dependency.kind.DependencyPreparer;
import dev.ralbench.dependency.kind.ServerKind;
import dev.ralbench.service.OwnService;
import dev.ralbench.service.TargetCatalog;
import dev.ralbench.service.TargetDefinition;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** A service of the author's own: each name is a kind of its own, with one service. */
public record OwnServiceKind(DeclaredService service) implements DependencyKind {
    @Override
    public DeclaredKind need() {
        return service.kind();
    }

    @Override
    public Optional<ServerKind> server() {
        return Optional.empty();
    }

    @Override
    public void check(DeclaredDependencies needs, TargetCatalog targets) {
        var placeholders = new TreeSet<>(needs.placeholders());
        placeholders.add(DeclaredService.DIRECTORY);
        try {
            var definition = definition();
            definition.check(placeholders);
            definition.requireProgram(placeholders, false);
        } catch (Failure failure) {
            throw at(service.name(), failure);
        }
    }

    @Override
    public DependencyPreparer open(DependencyContext context) {
        return (needs, source) -> new PreparedOwnService(service, definition(), context);
    }

    private TargetDefinition.Launched definition() {
        var launched = service.image().isPresent()
                ? OwnService.byImage(
                        service.image().get(),
                        service.command(),
                        service.ready(),
                        service.environment(),
                        service.port())
                : OwnService.byCommand(
                        service.name(),
                        service.command(),
                        Optional.empty(),
                        service.ready(),
                        service.environment(),
                        List.of(),
                        service.workingDirectory());
        return launched.readyWithin(service.readyWithin());
    }

    static Failure at(String name, Failure failure) {
        return new Failure(failure.kind(), "needs." + name + ": " + failure.what(), failure.why(), failure.fix())
                .causedBy(failure);
    }
}
