package dev.ralbench.process;

import dev.ralbench.WholeNumber;
import java.util.Optional;

/**
 * {@code /proc/PID/status} or {@code /proc/PID/task/TID/status}: lines of {@code Key:<tab>value}. Of some sixty lines a
 * reader needs one or two, and it reads the file of each thread once a second: a line is looked for when it is asked for.
 */
public record StatusFile(String text) {
    /** In bytes it still fits a long. */
    private static final long MOST = Long.MAX_VALUE >> 12;

    public static StatusFile parse(String text) {
        return new StatusFile(text);
    }

    /** The value of a key without white space at its ends; empty if there is none. */
    public Optional<String> value(String key) {
        for (int at = text.indexOf(key); at >= 0; at = text.indexOf(key, at + 1)) {
            int colon = at + key.length();
            boolean isKey = (at == 0 || text.charAt(at - 1) == '\n') && text.startsWith(":", colon);
            if (isKey) {
                int end = text.indexOf('\n', colon);
                return Optional.of(
                        text.substring(colon + 1, end < 0 ? text.length() : end).strip());
            }
        }
        return Optional.empty();
    }

    public String name() {
        return value("Name").orElse("");
    }

    public long residentBytes() {
        return kilobytes("VmRSS");
    }

    /** Largest resident set since the last reset. */
    public long residentPeakBytes() {
        return kilobytes("VmHWM");
    }

    /** Bytes of the process's memory that are in swap space. */
    public long swappedBytes() {
        return kilobytes("VmSwap");
    }

    public long voluntarySwitches() {
        return number("voluntary_ctxt_switches");
    }

    public long involuntarySwitches() {
        return number("nonvoluntary_ctxt_switches");
    }

    /** The CPUs that it may run on. */
    public Optional<CpuSet> mayRunOn() {
        return CpuSet.parse(value("Cpus_allowed_list").orElse(""));
    }

    /** Whether it has ended and only waits to be collected. */
    public boolean isZombie() {
        var state = value("State").orElse("");
        return state.startsWith("Z") || state.startsWith("X");
    }

    /** Whether it waits for something other than a CPU. */
    public boolean isSleeping() {
        return value("State").filter(state -> state.startsWith("S")).isPresent();
    }

    /** The id of the user whose rights it has. */
    public Optional<Integer> user() {
        var ids = value("Uid").orElse("").split("\\s+", -1);
        return ids.length < 2 ? Optional.empty() : Optional.of(Integer.parseInt(ids[1]));
    }

    /** Whether it is in a namespace of process ids below that of this process, such as a container's. */
    public boolean isInOtherNamespace() {
        return value("NSpid").orElse("").contains("\t");
    }

    /** The process id in the innermost namespace: the process's own view of its id in a container. */
    public String innermostPid() {
        var ids = value("NSpid").or(() -> value("Pid")).orElse("0");
        return ids.substring(ids.lastIndexOf('\t') + 1);
    }

    long kilobytes(String key) {
        return number(key) * 1024;
    }

    /** Zero if the key is absent: a kernel thread or a zombie has no memory. */
    private long number(String key) {
        var digits = value(key).orElse("").split(" ", 2)[0];
        return Math.clamp(WholeNumber.in(digits).orElse(0L), 0, MOST);
    }
}
