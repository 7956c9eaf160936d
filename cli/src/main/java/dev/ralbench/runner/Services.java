package dev.ralbench.runner;

import dev.ralbench.environment.Environments;
import dev.ralbench.environment.ServerSources;
import dev.ralbench.placement.Placement;
import dev.ralbench.secret.Secrets;
import dev.ralbench.target.TargetLauncher;
import dev.ralbench.target.TargetPreparation;
import dev.ralbench.target.TargetProbes;
import java.util.Map;

/**
 * How everything that a run measures is had.
 *
 * @param runtime {@code process} or {@code docker}: the same for all that takes part
 * @param facts of the runtime that must be equal for results to be comparable
 * @param companionLauncher starts what stands in for remote services
 * @param sources where the user wants servers to come from
 * @param secrets that the scenario names
 * @param placement who is to run on which processors
 */
public record Services(
        String runtime,
        Map<String, String> facts,
        TargetDefinitions definitions,
        TargetPreparation preparation,
        TargetLauncher launcher,
        TargetLauncher companionLauncher,
        Environments environments,
        ServerSources sources,
        Secrets secrets,
        TargetProbes probes,
        Placement placement) {}
