package dev.ralbench.result;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Facts that must be equal for two results to be comparable, and further facts about the machine.
 *
 * @param machine must be equal: cores, CPU model, memory, kernel series, hypervisor, runtime mode, scheduling group
 * @param software must be equal: JDK of the targets and of ralbench, sender
 * @param noted recorded, not compared: governor, load before the start, limits, calibrations
 */
public record Fingerprint(Map<String, String> machine, Map<String, String> software, Map<String, String> noted) {
    /** Keys that tables read; all others are only compared or shown as they are. */
    public static final String CORES = "cores";
    /** Unknown where there is no {@code /proc}. */
    public static final String KERNEL = "kernel";

    public static final String JDK = "jdk";

    /** How everything was started: {@code process} or {@code docker}. */
    public static final String RUNTIME = "runtime";

    /** The prefix of facts on CPU placement; the rest is the role. */
    public static final String CPUS_OF = "cpus.";

    /** How much lower than ralbench's the scheduling weight of services was; absent if it was the same. */
    public static final String SERVICES = "services";

    /** The prefix of facts measured to choose a dependency's data; the rest is its name. */
    public static final String CALIBRATED = "calibrated.";

    /** The prefix of facts on the machine that targets and dependencies are on, if it is another one than the generator's. */
    public static final String TARGETS = "target.";

    public Fingerprint {
        machine = Collections.unmodifiableMap(new TreeMap<>(machine));
        software = Collections.unmodifiableMap(new TreeMap<>(software));
        noted = Collections.unmodifiableMap(new TreeMap<>(noted));
    }

    /** A copy for targets on another machine, which has facts of its own. */
    public Fingerprint withTargetsOn(Fingerprint other) {
        var hardware = withTargets(withRuntimeOf(other).machine, other.machine);
        hardware.remove(TARGETS + RUNTIME);
        return new Fingerprint(hardware, withTargets(software, other.software), withTargets(noted, other.noted));
    }

    /** A copy for targets that another process of this machine starts. */
    public Fingerprint withRuntimeOf(Fingerprint other) {
        var all = new TreeMap<>(machine);
        Optional.ofNullable(other.machine.get(RUNTIME)).ifPresent(runtime -> all.put(RUNTIME, runtime));
        return new Fingerprint(all, software, noted);
    }

    private static TreeMap<String, String> withTargets(Map<String, String> own, Map<String, String> others) {
        var all = new TreeMap<>(own);
        others.forEach((key, value) -> all.put(TARGETS + key, value));
        return all;
    }

    /** A copy with more facts that are recorded but not compared. */
    public Fingerprint noting(Map<String, String> more) {
        var all = new TreeMap<>(noted);
        all.putAll(more);
        return new Fingerprint(machine, software, all);
    }
}
