package dev.ralbench.dependency;

import dev.ralbench.dependency.declared.DeclaredDependencies;
import dev.ralbench.dependency.kind.DependencyContext;
import dev.ralbench.dependency.kind.DependencyKind;
import dev.ralbench.dependency.kind.DependencyPreparer;
import dev.ralbench.dependency.kind.PreparedServer;
import dev.ralbench.dependency.kind.ServerSources;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;

/** Dependencies as the given contexts start them, and those that run already. */
public final class ServerEnvironments implements Environments {
    private final DependencyKinds kinds;
    private final DependencyContext context;
    private final Map<String, DependencyContext> others;
    private final Map<String, DependencyPreparer> preparers = new LinkedHashMap<>();

    /** All as one context starts them. */
    public ServerEnvironments(DependencyKinds kinds, DependencyContext context) {
        this(kinds, context, Map.of());
    }

    /** @param others that start some dependencies otherwise, by the dependency's name */
    public ServerEnvironments(DependencyKinds kinds, DependencyContext context, Map<String, DependencyContext> others) {
        this.kinds = kinds;
        this.context = context;
        this.others = Map.copyOf(others);
        kinds.all().forEach(kind -> preparers.put(kind.name(), kind.open(context(kind))));
    }

    private DependencyContext context(DependencyKind kind) {
        return others.getOrDefault(kind.name(), context);
    }

    @Override
    public PreparedEnvironment prepare(DeclaredDependencies needs, ServerSources sources) throws InterruptedException {
        return needs.isEmpty()
                ? PreparedEnvironment.none()
                : RepairedEnvironment.of(() -> prepareOnce(needs, sources), this::dropDamaged);
    }

    /** A failure because ralbench is being stopped says nothing about the cache. */
    private boolean dropDamaged() throws InterruptedException {
        return !context.starter().isClosed() && (context.cacheParts().dropDamaged() || dropUnusable());
    }

    private boolean dropUnusable() throws InterruptedException {
        boolean any = false;
        for (var preparer : preparers.values()) {
            any |= preparer.dropUnusable();
        }
        return any;
    }

    private PreparedEnvironment prepareOnce(DeclaredDependencies needs, ServerSources sources)
            throws InterruptedException {
        var servers = new ArrayList<PreparedServer>();
        var needed = kinds.of(needs);
        for (var kind : needed) {
            servers.add(preparer(kind).prepare(needs, sources.of(kind.name())));
        }
        return new PreparedServers(servers, needed);
    }

    private DependencyPreparer preparer(DependencyKind kind) {
        var known = preparers.get(kind.name());
        return known == null ? kind.open(context(kind)) : known;
    }
}
