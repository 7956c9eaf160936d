package dev.ralbench.trial;

import dev.ralbench.scenario.Variant;
import dev.ralbench.service.TargetDefinition;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * All targets of a run, with everything measured and made that is made once.
 *
 * @param byVariant the target of each variant, by its name
 * @param startUpCache whether all JVMs that can start from a cache do; never those of some only
 */
record PreparedTargets(Map<String, PreparedTarget> byVariant, boolean startUpCache) {
    PreparedTargets {
        byVariant = Map.copyOf(byVariant);
    }

    /** A single target. */
    static PreparedTargets of(Variant variant, TargetDefinition definition) {
        return new PreparedTargets(Map.of(variant.name(), new PreparedTarget(definition, Map.of())), false);
    }

    /** The same targets, each with its cache. */
    PreparedTargets startingFrom(Map<String, Path> caches) {
        var targets = new LinkedHashMap<>(byVariant);
        caches.forEach((name, cache) -> targets.computeIfPresent(name, (key, target) -> target.with(cache)));
        return new PreparedTargets(targets, !caches.isEmpty());
    }

    /**
     * @param calibrated measurements that set its options, in words
     * @param subject its exact identity, for the result
     */
    record PreparedTarget(TargetDefinition definition, Map<String, String> calibrated, Map<String, String> subject) {
        PreparedTarget {
            calibrated = Collections.unmodifiableMap(new LinkedHashMap<>(calibrated));
            subject = Collections.unmodifiableMap(new LinkedHashMap<>(subject));
        }

        PreparedTarget(TargetDefinition definition, Map<String, String> calibrated) {
            this(definition, calibrated, Map.of());
        }

        PreparedTarget with(Path startUpCache) {
            return definition instanceof TargetDefinition.Launched launched
                    ? new PreparedTarget(launched.withAotCache(startUpCache), calibrated, subject)
                    : this;
        }

        PreparedTarget with(Map<String, String> facts) {
            return new PreparedTarget(definition, calibrated, facts);
        }
    }

    PreparedTarget of(Variant variant) {
        return Objects.requireNonNull(byVariant.get(variant.name()), "every variant was prepared");
    }
}
