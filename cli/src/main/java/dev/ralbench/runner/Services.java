package dev.ralbench.runner;

import dev.ralbench.environment.Environments;
import dev.ralbench.environment.ServerSources;
import dev.ralbench.target.TargetLauncher;
import dev.ralbench.target.TargetProbes;

/**
 * How everything that a run measures is had.
 *
 * @param runtime {@code process} or {@code docker}: the same for all that takes part
 * @param sources where the user wants servers to come from
 */
public record Services(
        String runtime,
        TargetDefinitions definitions,
        TargetLauncher launcher,
        Environments environments,
        ServerSources sources,
        TargetProbes probes) {}
