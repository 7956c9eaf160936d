package dev.ralbench.trial;

import dev.ralbench.Failure;
import dev.ralbench.result.Fingerprint;
import java.util.Map;

/**
 * What a main has to know of the targets on another machine.
 *
 * @param skipped variants that cannot be started here, and why
 * @param software facts that must be equal for results to be comparable: servers with their versions
 * @param calibrated measurements on this machine that chose the servers' data
 * @param machine the facts of this machine and of the JVM here
 * @param cpus that a target may use
 * @param isElsewhere whether the load comes from another machine
 */
public record HostedTargetsFacts(
        Map<String, Failure> skipped,
        Map<String, String> software,
        Map<String, String> calibrated,
        Fingerprint machine,
        int cpus,
        boolean isElsewhere) {
    public HostedTargetsFacts {
        skipped = Map.copyOf(skipped);
        software = Map.copyOf(software);
        calibrated = Map.copyOf(calibrated);
    }
}
