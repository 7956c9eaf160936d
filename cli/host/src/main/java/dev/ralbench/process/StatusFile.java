package dev.ralbench.process;

import dev.ralbench.WholeNumber;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** {@code /proc/PID/status} or {@code /proc/PID/task/TID/status}: lines of {@code Key:<tab>value}. */
public record StatusFile(Map<String, String> values) {
    /** In bytes it still fits a long. */
    private static final long MOST = Long.MAX_VALUE >> 12;

    public StatusFile {
        values = Map.copyOf(values);
    }

    public static StatusFile parse(String text) {
        var values = new HashMap<String, String>();
        text.lines().forEach(line -> {
            int colon = line.indexOf(':');
            if (colon > 0) {
                values.put(line.substring(0, colon), line.substring(colon + 1).strip());
            }
        });
        return new StatusFile(values);
    }

    public String name() {
        return values.getOrDefault("Name", "");
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
        return CpuSet.parse(values.getOrDefault("Cpus_allowed_list", ""));
    }

    /** Whether it has ended and only waits to be collected. */
    public boolean isZombie() {
        var state = values.getOrDefault("State", "");
        return state.startsWith("Z") || state.startsWith("X");
    }

    /** The id of the user whose rights it has. */
    public Optional<Integer> user() {
        var ids = values.getOrDefault("Uid", "").split("\\s+", -1);
        return ids.length < 2 ? Optional.empty() : Optional.of(Integer.parseInt(ids[1]));
    }

    /** Whether it is in a namespace of process ids below that of this process, such as a container's. */
    public boolean isInOtherNamespace() {
        return values.getOrDefault("NSpid", "").contains("\t");
    }

    /** The process id in the innermost namespace: the process's own view of its id in a container. */
    public String innermostPid() {
        var ids = values.getOrDefault("NSpid", values.getOrDefault("Pid", "0"));
        return ids.substring(ids.lastIndexOf('\t') + 1);
    }

    long kilobytes(String key) {
        return number(key) * 1024;
    }

    /** Zero if the key is absent: a kernel thread or a zombie has no memory. */
    private long number(String key) {
        var digits = values.getOrDefault(key, "").split(" ", 2)[0];
        return Math.clamp(WholeNumber.in(digits).orElse(0L), 0, MOST);
    }
}
