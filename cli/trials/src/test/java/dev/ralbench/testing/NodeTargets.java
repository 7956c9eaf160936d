package dev.ralbench.testing;

import dev.ralbench.Clock;
import dev.ralbench.process.ServiceStarter;
import dev.ralbench.service.TargetDefinition;
import dev.ralbench.service.TargetPreparation;
import dev.ralbench.service.TargetPreparation.Npm;

/** Libraries of targets on Node.js, fetched once into the cache of the tests. */
public final class NodeTargets {
    private NodeTargets() {}

    /** The target with its libraries. */
    public static TargetDefinition.Launched withLibraries(TargetDefinition.Launched target)
            throws InterruptedException {
        try (var starter = Starters.withNode()) {
            return preparation(starter).withLibraries(target);
        }
    }

    private static TargetPreparation preparation(ServiceStarter starter) {
        return new TargetPreparation(
                starter,
                new Npm(starter, TestNode.npm().toString()),
                ItCache.SHARED,
                Starters.directories(ItCache.SHARED),
                Clock.system(),
                note -> {});
    }
}
