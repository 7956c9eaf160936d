package dev.ralbench.runner;

import dev.ralbench.measurement.LoadRecording;
import dev.ralbench.target.ProbeGlance;

/**
 * A running load at one moment.
 *
 * @param window position of the current segment; -1 before the first
 * @param windowSeconds since the segment began
 * @param loadSeconds since the load began
 * @param users active now
 */
record Tick(
        int window,
        double windowSeconds,
        double loadSeconds,
        int users,
        LoadRecording.Second lastSecond,
        ProbeGlance target) {}
