package dev.ralbench.validity;

import dev.ralbench.measurement.InsideView;
import dev.ralbench.measurement.WindowMeasurement;
import java.util.Optional;

/**
 * What the just-in-time compilers of a target took of its CPU time. One rule says when that is too much, both for the
 * warm-up, which goes on, and for the judge, who doubts the figures.
 *
 * @param seconds CPU time of the compilers
 * @param cpuSeconds CPU time of the whole target
 * @param elapsedSeconds how long that took
 */
public record CompilerTime(double seconds, double cpuSeconds, double elapsedSeconds) {
    /** Of the target's CPU time: what its compilers take, its requests do not get. */
    static final double MOST_SHARE = 0.1;
    /** Of one CPU: less than that delays nothing. */
    private static final double MATTERS = 0.02;

    /** Of a target without a view into it, or without compilers: nothing is known to be compiled. */
    public static final CompilerTime NONE = new CompilerTime(0, 0, 0);

    /** Of one window. */
    public static CompilerTime of(WindowMeasurement window) {
        return of(window.views().inside(), window.lengthSeconds());
    }

    /** Of a view into a target, over so long a time. */
    public static CompilerTime of(Optional<InsideView> inside, double elapsedSeconds) {
        return inside.map(
                        seen -> new CompilerTime(seen.compilerSeconds().orElse(0.0), seen.cpuSeconds(), elapsedSeconds))
                .orElse(NONE);
    }

    /** Of the target's CPU time, from 0 to 1. */
    public double share() {
        return cpuSeconds > 0 ? seconds / cpuSeconds : 0;
    }

    /** Whether figures measured meanwhile are those of a cold target. */
    public boolean isTooMuch() {
        return share() > MOST_SHARE && seconds > MATTERS * elapsedSeconds;
    }
}
