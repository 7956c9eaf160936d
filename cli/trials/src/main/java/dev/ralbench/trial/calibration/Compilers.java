package dev.ralbench.trial.calibration;

import dev.ralbench.Clock;
import dev.ralbench.process.OwnProcess;
import dev.ralbench.process.Pause;
import dev.ralbench.process.ProcFs;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The compilers of this JVM: while they are at work, an event loop has to wait for its CPU.
 *
 * @param looks one look at them after the other
 * @param quiet how long they have to rest before they count as done
 */
public record Compilers(Supplier<Look> looks, Duration quiet, Clock clock) implements CalibrationWarmUp.Work {
    /**
     * One look.
     *
     * @param worked how long they have worked since the JVM began
     * @param isResting whether none of them has anything to do
     */
    record Look(Duration worked, boolean isResting) {}

    /** Most compilations of a round are done in less. */
    static final Duration LONGEST_WAIT = Duration.ofMillis(600);
    /** Long enough for a compiler that has waited for a moment to go on. */
    static final Duration QUIET = Duration.ofMillis(12);
    /** Where only ends of compilations are seen: while there are some to do, one ends within less, as a rule. */
    private static final Duration QUIET_BETWEEN_ENDS = Duration.ofMillis(40);

    /** By the CPU time of their threads, which a busy machine does not lengthen; where the kernel does not say, by their clock. */
    static Compilers ofThisProcess(Clock clock) {
        var proc = ProcFs.ofThisMachine();
        return threads(proc).isEmpty()
                ? new Compilers(() -> new Look(ended(), true), QUIET_BETWEEN_ENDS, clock)
                : new Compilers(looks(proc), QUIET, clock);
    }

    /** A JVM that only interprets has none. */
    private static Duration ended() {
        return Duration.ofMillis(Optional.ofNullable(ManagementFactory.getCompilationMXBean())
                .filter(CompilationMXBean::isCompilationTimeMonitoringSupported)
                .map(CompilationMXBean::getTotalCompilationTime)
                .orElse(0L));
    }

    private record CompilerThread(long id, OwnProcess.Schedule schedule, boolean isSleeping) {}

    /**
     * All of them, anew each time: the JVM starts more of them while there is much to do, and ends them when there is little. Work
     * of one that has ended stays done.
     */
    private static Supplier<Look> looks(ProcFs proc) {
        var workedNanos = new ConcurrentHashMap<Long, Long>();
        return () -> {
            var threads = threads(proc);
            threads.forEach(
                    thread -> workedNanos.put(thread.id(), thread.schedule().ranNanos()));
            return new Look(
                    Duration.ofNanos(workedNanos.values().stream()
                            .mapToLong(Long::longValue)
                            .sum()),
                    threads.stream().allMatch(CompilerThread::isSleeping));
        };
    }

    private static ArrayList<CompilerThread> threads(ProcFs proc) {
        var threads = new ArrayList<CompilerThread>();
        var own = new OwnProcess(proc);
        proc.eachThread(ProcessHandle.current().pid(), (id, status) -> {
            if (isOfCompiler(status.name())) {
                own.schedule(id)
                        .ifPresent(schedule -> threads.add(new CompilerThread(id, schedule, status.isSleeping())));
            }
        });
        return threads;
    }

    /**
     * Whether a thread of this JVM is one of its compilers.
     *
     * @param thread its name as the kernel has it: at most 15 characters
     */
    public static boolean isOfCompiler(String thread) {
        return thread.startsWith("C1 Comp") || thread.startsWith("C2 Comp");
    }

    @Override
    public Duration done() {
        return looks.get().worked();
    }

    @Override
    public void awaitRest() {
        var rest = new Rest();
        var unused = new Pause(clock).until(rest::isLongEnough, LONGEST_WAIT);
    }

    /** How long they have rested. */
    private final class Rest {
        private Duration lastWorked = Duration.ZERO;
        private long sinceNanos = clock.nanoTime();

        boolean isLongEnough() {
            var look = looks.get();
            if (!look.isResting() || !look.worked().equals(lastWorked)) {
                lastWorked = look.worked();
                sinceNanos = clock.nanoTime();
            }
            return clock.nanoTime() - sinceNanos >= quiet.toNanos();
        }
    }
}
