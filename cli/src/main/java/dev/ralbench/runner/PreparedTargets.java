package dev.ralbench.runner;

import dev.ralbench.scenario.Variant;
import dev.ralbench.target.TargetDefinition;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * All targets of a run, with everything measured and made that is made once.
 *
 * @param byVariant the target of each variant, by its name
 * @param upstream the stub of a remote service, where it is needed
 * @param startUpCache whether the JVMs of all built-in targets start from a cache; never those of some only
 */
record PreparedTargets(
        Map<String, PreparedTarget> byVariant, Optional<TargetDefinition> upstream, boolean startUpCache) {
    PreparedTargets {
        byVariant = Map.copyOf(byVariant);
    }

    /** @param calibrated what was measured to set its options, in words */
    record PreparedTarget(TargetDefinition definition, Map<String, String> calibrated) {
        PreparedTarget with(Path startUpCache) {
            return definition instanceof TargetDefinition.Launched launched
                    ? new PreparedTarget(launched.withAotCache(startUpCache), calibrated)
                    : this;
        }
    }

    PreparedTarget of(Variant variant) {
        return Objects.requireNonNull(byVariant.get(variant.name()), "every variant was prepared");
    }
}
