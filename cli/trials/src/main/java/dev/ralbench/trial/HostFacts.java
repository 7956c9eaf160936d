package dev.ralbench.trial;

import dev.ralbench.placement.Placement;
import dev.ralbench.placement.Precedence;
import dev.ralbench.process.KernelFiles;
import dev.ralbench.process.Nice;
import dev.ralbench.process.TimeSlice;
import dev.ralbench.result.Fingerprint;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Facts about the machine and the JVM of a run. Facts that must be equal for two results to be comparable are {@code
 * unknown} if they cannot be found out; those that are merely noted are left out then.
 */
public final class HostFacts {
    private static final String UNKNOWN = "unknown";
    /** The runtime mode whose services share ralbench's scheduling group, in which they have a weight. */
    private static final String PROCESSES = "process";

    private static final double KIB_PER_GIB = 1024 * 1024;
    private static final Pattern CPU_MODEL = Pattern.compile("(?m)^(?:model name|Model|cpu model)\\s*:(.*)$");
    private static final Pattern MEMORY = Pattern.compile("(?m)^MemTotal:\\s*(\\d+) kB");
    private static final Pattern SWAP = Pattern.compile("(?m)^SwapTotal:\\s*(\\d+) kB");
    private static final Pattern KERNEL = Pattern.compile("^(\\d+\\.\\d+)");
    private static final Pattern DESCRIPTORS = Pattern.compile("(?m)^Max open files\\s+(\\S+)");
    /** The scheduling policies by the number that Linux gives them (sched.h). */
    private static final List<String> POLICIES =
            List.of("other", "fifo", "round-robin", "batch", "iso", "idle", "deadline");

    /** Index of the policy in /proc/self/stat, counted after the command's closing bracket: field 41 of proc(5). */
    private static final int POLICY_FIELD = 38;

    private final KernelFiles files;
    private final int cores;
    private final Map<String, String> properties;

    /**
     * @param root the directory that holds {@code proc} and {@code sys}
     * @param cores CPUs that this JVM may use
     * @param properties of the JVM: {@code java.version}, {@code java.vendor}, {@code os.arch}, {@code os.name}
     */
    HostFacts(Path root, int cores, Map<String, String> properties) {
        this.files = new KernelFiles(root);
        this.cores = cores;
        this.properties = Map.copyOf(properties);
    }

    /** The facts about this machine. */
    public static HostFacts here() {
        return here(Runtime.getRuntime().availableProcessors());
    }

    /** The facts about this machine, for a process that could use {@code cores} CPUs before it was pinned to fewer. */
    public static HostFacts here(int cores) {
        var properties = new TreeMap<String, String>();
        for (var key : List.of("java.version", "java.vendor", "java.vm.name", "os.arch", "os.name")) {
            properties.put(key, System.getProperty(key, UNKNOWN));
        }
        return new HostFacts(Path.of("/"), cores, properties);
    }

    /**
     * The fingerprint of a run on this machine.
     *
     * @param runtimeMode how targets are started, such as {@code process}
     * @param moreSoftware more facts that must be equal: the sender, the targets' JDK if it differs
     */
    public Fingerprint fingerprint(String runtimeMode, Map<String, String> moreSoftware) {
        return fingerprint(runtimeMode, Placement.shared(cores), moreSoftware);
    }

    /**
     * Likewise.
     *
     * @param placement where each role ran, and which was served first
     */
    public Fingerprint fingerprint(String runtimeMode, Placement placement, Map<String, String> moreSoftware) {
        var machine = machine();
        placement.words().forEach((role, list) -> machine.put(Fingerprint.CPUS_OF + role, list));
        if (placement.precedence() == Precedence.OVER_SERVICES && runtimeMode.equals(PROCESSES)) {
            machine.put(Fingerprint.SERVICES, "nice " + Nice.STEPS);
        }
        if (placement.precedence() != Precedence.NONE && TimeSlice.canBeShortened()) {
            machine.put("eventLoops", "shortest slice");
        }
        machine.put(Fingerprint.RUNTIME, runtimeMode);
        var software = software();
        software.putAll(moreSoftware);
        return new Fingerprint(machine, software, noted());
    }

    private Map<String, String> machine() {
        var facts = new TreeMap<String, String>();
        facts.put(Fingerprint.CORES, Integer.toString(cores));
        facts.put("architecture", property("os.arch"));
        facts.put("os", property("os.name"));
        facts.put("cpu", orUnknown(files.find("proc/cpuinfo", CPU_MODEL)));
        facts.put("memoryGiB", orUnknown(gib(MEMORY)));
        facts.put(Fingerprint.KERNEL, orUnknown(files.find("proc/sys/kernel/osrelease", KERNEL)));
        facts.put("hypervisor", hypervisor());
        facts.put("cgroup", cgroup());
        facts.put("autogroup", autogroup());
        facts.put("scheduling", schedulingPolicy());
        return facts;
    }

    private Map<String, String> software() {
        var facts = new TreeMap<String, String>();
        facts.put(Fingerprint.JDK, property("java.version"));
        facts.put("jdkVendor", property("java.vendor"));
        facts.put("jvm", property("java.vm.name"));
        return facts;
    }

    private Map<String, String> noted() {
        var facts = new TreeMap<String, String>();
        note(facts, "governor", files.text("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"));
        note(facts, "smtActive", files.text("sys/devices/system/cpu/smt/active"));
        note(facts, "loadAverage1min", files.fields("proc/loadavg").stream().findFirst());
        note(facts, "descriptorLimit", files.find("proc/self/limits", DESCRIPTORS));
        note(facts, "ephemeralPorts", ephemeralPorts());
        note(facts, "swapGiB", gib(SWAP));
        note(facts, "autogroupOfRun", files.text("proc/self/autogroup"));
        return facts;
    }

    private static void note(Map<String, String> facts, String key, Optional<String> value) {
        value.ifPresent(text -> facts.put(key, text));
    }

    private String property(String key) {
        return properties.getOrDefault(key, UNKNOWN);
    }

    /** Rounded, because the kernel keeps a slightly different share for itself after every update. */
    private Optional<String> gib(Pattern line) {
        return files.find("proc/meminfo", line)
                .map(kib -> Long.toString(Math.round(Double.parseDouble(kib) / KIB_PER_GIB)));
    }

    private String hypervisor() {
        return files.text("proc/cpuinfo")
                .map(info -> info.matches("(?s).*\\bhypervisor\\b.*") ? "yes" : "no")
                .orElse(UNKNOWN);
    }

    private String cgroup() {
        if (files.exists("sys/fs/cgroup/cgroup.controllers")) {
            return "v2";
        }
        return files.exists("sys/fs/cgroup") ? "v1" : UNKNOWN;
    }

    /** Whether the scheduler splits CPU time by session: a full CPU then favours whoever has a session of its own. */
    private String autogroup() {
        return files.text("proc/sys/kernel/sched_autogroup_enabled")
                .map(flag -> flag.equals("0") ? "off" : "on")
                .orElse(UNKNOWN);
    }

    private String schedulingPolicy() {
        return files.text("proc/self/stat")
                .map(stat -> stat.substring(stat.lastIndexOf(')') + 1).strip().split("\\s+"))
                .filter(fields -> fields.length > POLICY_FIELD && fields[POLICY_FIELD].matches("[0-6]"))
                .map(fields -> POLICIES.get(Integer.parseInt(fields[POLICY_FIELD])))
                .orElse(UNKNOWN);
    }

    private Optional<String> ephemeralPorts() {
        var range = files.fields("proc/sys/net/ipv4/ip_local_port_range");
        return range.size() == 2 ? Optional.of(range.get(0) + "-" + range.get(1)) : Optional.empty();
    }

    private static String orUnknown(Optional<String> value) {
        return value.orElse(UNKNOWN);
    }
}
