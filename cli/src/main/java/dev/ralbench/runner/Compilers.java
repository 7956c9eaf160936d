package dev.ralbench.runner;

import dev.ralbench.Clock;
import dev.ralbench.process.Pause;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The compilers of this JVM: while they are at work, an event loop has to wait for its processor. */
final class Compilers implements WarmUp.Work {
    /** What is begun in a load is as a rule done in less. */
    private static final Duration LONGEST_WAIT = Duration.ofMillis(600);
    /** Two pieces of work that end further apart from each other are rare. */
    private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(40);

    private final Optional<CompilationMXBean> compilers;
    private final Clock clock;

    Compilers(Clock clock) {
        // a JVM that interprets has none
        this.compilers = Optional.ofNullable(ManagementFactory.getCompilationMXBean())
                .filter(CompilationMXBean::isCompilationTimeMonitoringSupported);
        this.clock = clock;
    }

    @Override
    public Duration done() {
        return Duration.ofMillis(
                compilers.map(CompilationMXBean::getTotalCompilationTime).orElse(0L));
    }

    @Override
    public void awaitRest() {
        var quiet = new Quiet();
        var unused = new Pause(clock).until(quiet::isLongEnough, LONGEST_WAIT);
    }

    /** How long nothing has been done. */
    private final class Quiet {
        private Duration lastDone = done();
        private long sinceNanos = clock.nanoTime();

        boolean isLongEnough() {
            var now = done();
            if (!now.equals(lastDone)) {
                lastDone = now;
                sinceNanos = clock.nanoTime();
            }
            return clock.nanoTime() - sinceNanos >= QUIET_NANOS;
        }
    }
}
