package dev.ralbench.process;

import dev.ralbench.WholeNumber;
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

    private static final int DECIMAL = 10;

    /** Empty if the text is no such line, for example of a process that just ended. */
    public static Optional<ProcessStat> parse(String line) {
        int nameStart = line.indexOf('(');
        int nameEnd = line.lastIndexOf(')');
        if (nameStart < 0 || nameEnd < nameStart) {
            return Optional.empty();
        }
        var pid = WholeNumber.in(line.substring(0, nameStart).strip());
        return pid.flatMap(id -> parse(id, line.substring(nameEnd + 1).strip()));
    }

    /**
     * Reads field by field: every process of the machine is read once a second.
     *
     * @param rest the fields after the name
     */
    private static Optional<ProcessStat> parse(long pid, String rest) {
        var numbers = new long[START + 1];
        int from = rest.indexOf(' ') + 1;
        if (from < 2) {
            return Optional.empty(); // no state, or nothing after it
        }
        for (int field = PARENT; field <= START; field++) {
            int space = rest.indexOf(' ', from);
            int end = space < 0 ? rest.length() : space;
            if (from > end || !WholeNumber.isIn(rest, from, end)) {
                return Optional.empty();
            }
            numbers[field] = Long.parseLong(rest, from, end, DECIMAL);
            from = end + 1;
        }
        long ofChildren = numbers[CHILDREN_USER] + numbers[CHILDREN_SYSTEM];
        return Optional.of(new ProcessStat(
                pid,
                rest.charAt(STATE),
                numbers[PARENT],
                numbers[START],
                numbers[USER] + numbers[SYSTEM] + ofChildren,
                ofChildren,
                (int) numbers[THREADS]));
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
