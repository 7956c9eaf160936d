package dev.ralbench.trial.watch;

import dev.ralbench.load.Phase;
import dev.ralbench.measurement.CourseSoFar;
import dev.ralbench.measurement.GeneratorGlance;
import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.service.ProbeGlance;
import java.util.Optional;

/**
 * A running load at one moment.
 *
 * @param window position of the current phase; -1 before the first
 * @param phase the current one; empty before the first
 * @param windowSeconds since the phase began
 * @param loadSeconds since the load began
 * @param users active now
 * @param generator its work in the last second; empty in the first one
 * @param course what was seen second by second up to now
 */
public record Tick(
        int window,
        Optional<Phase> phase,
        double windowSeconds,
        double loadSeconds,
        int users,
        LoadRecording.Second lastSecond,
        ProbeGlance target,
        Optional<GeneratorGlance> generator,
        CourseSoFar course) {}
