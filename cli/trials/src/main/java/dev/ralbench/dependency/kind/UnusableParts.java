package dev.ralbench.dependency.kind;

import dev.ralbench.cache.CachePart;
import dev.ralbench.cache.CacheParts;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Intact parts of the cache that are of no use: no server starts from them. Each is dropped once; if a recreated one
 * still does not start, the cache is not the cause. Safe for use by several threads.
 */
public final class UnusableParts {
    private final CacheParts parts;
    private final Map<String, CachePart> found = new ConcurrentHashMap<>();
    private final Set<String> dropped = ConcurrentHashMap.newKeySet();

    public UnusableParts(CacheParts parts) {
        this.parts = parts;
    }

    public void add(CachePart part) {
        found.put(part.name(), part);
    }

    /** Whether there was any. */
    public boolean drop() throws InterruptedException {
        boolean any = false;
        for (var part : Map.copyOf(found).values()) {
            found.remove(part.name());
            if (dropped.add(part.name())) {
                parts.drop(part, "did not start a server");
                any = true;
            }
        }
        return any;
    }
}
