package dev.ralbench.dependency.sql;

import dev.ralbench.Failure;
import dev.ralbench.cache.CachePart;
import dev.ralbench.cache.CacheParts;
import dev.ralbench.dependency.declared.DeclaredSql;
import dev.ralbench.dependency.kind.Product;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Data that is loaded once and kept in the cache. Safe for use by several threads. */
final class Snapshots {
    private final CacheParts parts;

    /** Intact ones that are of no use, by the name of their part: no server starts from them. */
    private final Map<String, CachePart> unusable = new ConcurrentHashMap<>();

    private final Set<String> dropped = ConcurrentHashMap.newKeySet();

    Snapshots(CacheParts parts) {
        this.parts = parts;
    }

    /** Loads data into a fresh server. */
    @FunctionalInterface
    interface Loader {
        /** Leaves the snapshot in the directory, and nothing else. */
        void load(DeclaredSql.Script script, Path made) throws IOException, InterruptedException;
    }

    /**
     * Data that is as the scenario needs it.
     *
     * @param onDeath to be run when a server ends by itself while it starts on a copy
     */
    record KeptSnapshot(Snapshot snapshot, Runnable onDeath) {}

    /**
     * The data of a scenario, loaded now unless an earlier run did.
     *
     * @param settings its inputs, next to product and script
     * @throws Failure if the scenario needs other data
     */
    KeptSnapshot get(Product product, List<String> settings, DeclaredSql need, Loader loader)
            throws InterruptedException {
        var script = need.script().orElse(new DeclaredSql.Script("no script", ""));
        var part = new CachePart(
                "snapshots/" + Snapshot.key(product.toString(), settings, need.database(), script.text()),
                "the data of " + script.name() + " for " + product,
                "loading " + script.name() + " into " + product,
                found -> new Snapshot(found).isWhole(),
                made -> loader.load(script, made));
        var snapshot = new Snapshot(parts.get(part));
        verify(need, snapshot, script);
        return new KeptSnapshot(snapshot, () -> unusable.put(part.name(), part));
    }

    /**
     * Drops those from which no server started, each once: if a recreated one still does not start, the cache is not the
     * cause. Returns whether there was any.
     */
    boolean dropUnusable() throws InterruptedException {
        boolean any = false;
        for (var part : Map.copyOf(unusable).values()) {
            unusable.remove(part.name());
            if (dropped.add(part.name())) {
                parts.drop(part, "did not start a server");
                any = true;
            }
        }
        return any;
    }

    private static void verify(DeclaredSql need, Snapshot snapshot, DeclaredSql.Script script) {
        try {
            new DataCheck(need.tables())
                    .verify(
                            snapshot.tables(),
                            "the data of " + script.name(),
                            "correct the script, or what the scenario expects of it");
        } catch (IOException e) {
            throw Failure.environment(
                            "the loaded data cannot be read", String.valueOf(e), "remove " + snapshot.directory())
                    .causedBy(e);
        }
    }
}
