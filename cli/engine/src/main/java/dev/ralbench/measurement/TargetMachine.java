package dev.ralbench.measurement;

import java.util.Optional;

/**
 * The machine that a target is on, in one window, if that is not the generator's: all programs on the CPUs that target and
 * dependencies may run on.
 *
 * @param seconds length of the window
 * @param busyShare of the CPUs' time, with programs and interrupts, 0 to 1
 * @param stealShare of the CPUs' time that the hypervisor gave to others, 0 to 1; empty if the kernel does not say
 * @param cpu time of programs
 */
public record TargetMachine(double seconds, double busyShare, Optional<Double> stealShare, MachineCpu cpu) {
    /** Both windows together; shares are weighted by their lengths. */
    TargetMachine plus(TargetMachine other) {
        return new TargetMachine(
                seconds + other.seconds,
                weighted(busyShare, other, other.busyShare),
                KnownOfBoth.of(stealShare, other.stealShare, (mine, theirs) -> weighted(mine, other, theirs)),
                cpu.plus(other.cpu));
    }

    private double weighted(double mine, TargetMachine other, double theirs) {
        double both = seconds + other.seconds;
        return both > 0 ? (mine * seconds + theirs * other.seconds) / both : 0;
    }
}
