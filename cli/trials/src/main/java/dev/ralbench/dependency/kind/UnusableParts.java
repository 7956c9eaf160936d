package dev.ralbench.dependency.kind;

import dev.ralbench.cache.CachePart;
import dev.ralbench.cache.CacheParts;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Parts of the cache that are as they were made, and of no use all the same: no server starts from them. Each is dropped
 * once; what is made again and still does not start is no matter of the cache. Safe for use by several threads.
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
