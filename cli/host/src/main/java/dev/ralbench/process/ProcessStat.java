package dev.ralbench.process;

import dev.ralbench.WholeNumber;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * {@code /proc/PID/stat}, as far as it is used.
 *
 * @param startTicks when the process started; with the id it tells a process from a later one of the same id
 * @param cpuTicks user and system time of the process and of those children that it has waited for
 * @param childTicks the part of those children
 */
public record ProcessStat(
        long pid, char state, long parent, long startTicks, long cpuTicks, long childTicks, int threads) {
    /** USER_HZ: the unit of times in /proc, fixed on all architectures that ralbench runs on (x86-64, AArch64). */
    public static final double TICKS_PER_SECOND = 100;

    // Positions after the name, counted from 0; see proc_pid_stat(5), where "state" is field 3.
    private static final int STATE = 0;
    private static final int PARENT = 1;
    private static final int USER = 11;
    private static final int SYSTEM = 12;
    private static final int CHILDREN_USER = 13;
    private static final int CHILDREN_SYSTEM = 14;
    private static final int THREADS = 17;
    private static final int START = 19;
    private static final int PROCESSOR = 36;

    /** Empty if the text is no such line, for example of a process that just ended. */
    public static Optional<ProcessStat> parse(String line) {
        int nameStart = line.indexOf('(');
        int nameEnd = line.lastIndexOf(')');
        if (nameStart < 0 || nameEnd < nameStart) {
            return Optional.empty();
        }
        var fields = afterName(line);
        if (fields.length <= START) {
            return Optional.empty();
        }
        var pid = WholeNumber.in(line.substring(0, nameStart).strip());
        var numbers = Arrays.stream(fields, PARENT, START + 1)
                .map(WholeNumber::in)
                .flatMap(Optional::stream)
                .toList();
        boolean isWhole = pid.isPresent() && numbers.size() == START + 1 - PARENT && !fields[STATE].isEmpty();
        return isWhole ? Optional.of(of(pid.get(), fields[STATE].charAt(0), numbers)) : Optional.empty();
    }

    /** @param numbers from the parent on */
    private static ProcessStat of(long pid, char state, List<Long> numbers) {
        long ofChildren = numbers.get(CHILDREN_USER - PARENT) + numbers.get(CHILDREN_SYSTEM - PARENT);
        long own = numbers.get(USER - PARENT) + numbers.get(SYSTEM - PARENT);
        return new ProcessStat(
                pid,
                state,
                numbers.getFirst(),
                numbers.get(START - PARENT),
                own + ofChildren,
                ofChildren,
                numbers.get(THREADS - PARENT).intValue());
    }

    /** The CPU that a process or thread ran on last; empty if the text is no such line. */
    static OptionalInt lastCpu(String line) {
        var fields = afterName(line);
        return fields.length > PROCESSOR
                ? WholeNumber.smallIn(fields[PROCESSOR]).map(OptionalInt::of).orElseGet(OptionalInt::empty)
                : OptionalInt.empty();
    }

    /** The name is in parentheses and may itself contain spaces and parentheses. */
    static String[] afterName(String line) {
        return line.substring(line.lastIndexOf(')') + 1).strip().split(" ", -1);
    }

    /** Whether a signal has stopped it, such as SIGSTOP, until another one lets it go on. */
    boolean isStopped() {
        return state == 'T';
    }

    /** Whether it has ended and only waits to be collected by its parent. */
    public boolean isZombie() {
        return state == 'Z' || state == 'X';
    }
}
