package dev.ralbench.trial;

import dev.ralbench.service.RunningTarget;
import dev.ralbench.service.TargetProbe;
import java.util.Optional;

/**
 * A target that is up, and all that came before it.
 *
 * @param dependencies servers that the target needs
 * @param probe the view into the target, if there is one
 */
record StartedTarget(TrialDependencies dependencies, RunningTarget target, Optional<TargetProbe> probe)
        implements AutoCloseable {

    @Override
    public void close() {
        try (dependencies;
                target) {
            probe.ifPresent(TargetProbe::close);
        }
    }
}
