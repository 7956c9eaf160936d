package dev.ralbench.trial.calibration;

import dev.ralbench.Clock;
import dev.ralbench.process.Pause;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The compilers of this JVM: while they are at work, an event loop has to wait for its CPU.
 *
 * @param ended how long all compilations took that have ended
 */
public record Compilers(Supplier<Duration> ended, Clock clock) implements CalibrationWarmUp.Work {
    /** Most compilations of a round are done in less. */
    static final Duration LONGEST_WAIT = Duration.ofMillis(600);
    /** While there are compilations to do, one or the other ends within less, as a rule. */
    static final Duration QUIET = Duration.ofMillis(40);

    static Compilers ofThisProcess(Clock clock) {
        // a JVM that only interprets has none
        var compilers = Optional.ofNullable(ManagementFactory.getCompilationMXBean())
                .filter(CompilationMXBean::isCompilationTimeMonitoringSupported);
        return new Compilers(
                () -> Duration.ofMillis(compilers
                        .map(CompilationMXBean::getTotalCompilationTime)
                        .orElse(0L)),
                clock);
    }

    @Override
    public Duration done() {
        return ended.get();
    }

    @Override
    public void awaitRest() {
        var quiet = new Quiet();
        var unused = new Pause(clock).until(quiet::isLongEnough, LONGEST_WAIT);
    }

    /** How long no compilation has ended. */
    private final class Quiet {
        private Duration lastDone = done();
        private long sinceNanos = clock.nanoTime();

        boolean isLongEnough() {
            var now = done();
            if (!now.equals(lastDone)) {
                lastDone = now;
                sinceNanos = clock.nanoTime();
            }
            return clock.nanoTime() - sinceNanos >= QUIET.toNanos();
        }
    }
}
