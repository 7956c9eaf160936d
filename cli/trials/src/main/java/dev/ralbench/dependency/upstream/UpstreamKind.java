package dev.ralbench.dependency.upstream;

import dev.ralbench.Failure;
import dev.ralbench.dependency.declared.DeclaredDependencies;
import dev.ralbench.dependency.declared.DeclaredKind;
import dev.ralbench.dependency.declared.DeclaredUpstream;
import dev.ralbench.dependency.kind.DependencyContext;
import dev.ralbench.dependency.kind.DependencyKind;
import dev.ralbench.dependency.kind.DependencyPreparer;
import dev.ralbench.dependency.kind.PreparedServer;
import dev.ralbench.dependency.kind.RunningServer;
import dev.ralbench.dependency.kind.ServerKind;
import dev.ralbench.process.Program;
import dev.ralbench.service.TargetCatalog;
import dev.ralbench.service.TargetDefinition;
import dev.ralbench.service.TargetLauncher;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The stub of a slow remote service: a target that is built into ralbench, started as a dependency. */
public final class UpstreamKind implements DependencyKind {
    static final String NAME = DeclaredUpstream.KIND.name();

    /** Small and quiet: the stub is not measured itself. */
    private static final List<String> JVM_FLAGS = List.of("-Xms64M", "-Xmx256M", "-XX:+UseSerialGC");

    @Override
    public DeclaredKind need() {
        return DeclaredUpstream.KIND;
    }

    @Override
    public Optional<Program> program() {
        return Optional.of(Program.JAVA);
    }

    @Override
    public Optional<ServerKind> server() {
        return Optional.empty();
    }

    @Override
    public void check(DeclaredDependencies needs, TargetCatalog targets) {
        definition(needs, targets);
    }

    @Override
    public DependencyPreparer open(DependencyContext context) {
        return (needs, source) -> new PreparedUpstream(definition(needs, context.targets()), context.launcher());
    }

    private static TargetDefinition definition(DeclaredDependencies needs, TargetCatalog targets) {
        var options = needs.find(DeclaredUpstream.class).orElseThrow().options();
        try {
            return targets.definition(NAME, options, JVM_FLAGS);
        } catch (Failure failure) {
            throw new Failure(failure.kind(), "needs." + NAME + ": " + failure.what(), failure.why(), failure.fix())
                    .causedBy(failure);
        }
    }

    private record PreparedUpstream(TargetDefinition definition, TargetLauncher launcher) implements PreparedServer {
        @Override
        public String name() {
            return NAME;
        }

        @Override
        public Optional<String> software() {
            return Optional.empty();
        }

        @Override
        public RunningServer start(Path logDirectory, String prefix, Map<String, String> placeholders)
                throws InterruptedException {
            return new RunningUpstream(
                    launcher.start(definition, Map.of(), logDirectory.resolve(prefix + "-" + NAME + ".log")));
        }
    }
}
