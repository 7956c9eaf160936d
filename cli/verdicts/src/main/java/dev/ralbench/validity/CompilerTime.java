package dev.ralbench.validity;

import dev.ralbench.measurement.InsideView;
import dev.ralbench.measurement.WindowMeasurement;
import java.util.Optional;

/**
 * The CPU time that a target's just-in-time compilers took. One rule says when it is too much: then the warm-up goes
 * on, and the trial is suspect.
 *
 * @param seconds CPU time of the compilers
 * @param cpuSeconds CPU time of the whole target
 * @param elapsedSeconds how long that took
 */
public record CompilerTime(double seconds, double cpuSeconds, double elapsedSeconds) {
    /** The largest share of the target's CPU time that compilers may take from its requests. */
    static final double MOST_SHARE = 0.1;
    /** A smaller share of one CPU delays no request. */
    private static final double MATTERS = 0.02;

    /** No compiler time is known, because ralbench has no view into the target or the target has no compilers. */
    public static final CompilerTime NONE = new CompilerTime(0, 0, 0);

    /** The compiler time in one window. */
    public static CompilerTime of(WindowMeasurement window) {
        return of(window.views().inside(), window.lengthSeconds());
    }

    /** The compiler time that a view into the target shows over {@code elapsedSeconds}. */
    public static CompilerTime of(Optional<InsideView> inside, double elapsedSeconds) {
        return inside.map(
                        seen -> new CompilerTime(seen.compilerSeconds().orElse(0.0), seen.cpuSeconds(), elapsedSeconds))
                .orElse(NONE);
    }

    /** The compilers' share of the target's CPU time, from 0 to 1. */
    public double share() {
        return cpuSeconds > 0 ? seconds / cpuSeconds : 0;
    }

    /** Whether figures measured meanwhile are those of a cold target. */
    public boolean isTooMuch() {
        return share() > MOST_SHARE && seconds > MATTERS * elapsedSeconds;
    }
}
