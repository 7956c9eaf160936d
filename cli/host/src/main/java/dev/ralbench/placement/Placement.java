package dev.ralbench.placement;

import dev.ralbench.process.CpuSet;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The CPUs of each role in one run, and which role comes first on CPUs that are shared.
 *
 * @param cpus of the roles that there are; empty if all share all
 * @param precedence of the generator where it shares CPUs
 * @param cores how many this process could use before it was put anywhere
 * @param sentence for people, the decision; empty if there was none to make
 */
public record Placement(Map<Role, CpuSet> cpus, Precedence precedence, int cores, String sentence) {
    public Placement {
        cpus = Collections.unmodifiableMap(new TreeMap<>(cpus));
    }

    /** No pinning and equal weights: all roles share all CPUs, and nothing about it needs to be reported. */
    public static Placement shared(int cores) {
        return new Placement(Map.of(), Precedence.NONE, cores, "");
    }

    /** No pinning and equal weights: all roles share all CPUs of this machine. */
    public static Placement shared() {
        return shared(Runtime.getRuntime().availableProcessors());
    }

    /** The same CPUs. */
    Placement with(Precedence other) {
        return new Placement(cpus, other, cores, sentence);
    }

    public boolean isShared() {
        return cpus.isEmpty();
    }

    public Optional<CpuSet> of(Role role) {
        return Optional.ofNullable(cpus.get(role));
    }

    /** How many CPUs a role can use. */
    public int count(Role role) {
        return of(role).map(CpuSet::count).orElse(cores);
    }

    /** The generator's CPUs, if no other process is to run on them. */
    public Optional<CpuSet> generatorsOwn() {
        var others = cpus.entrySet().stream()
                .filter(role -> role.getKey() != Role.GENERATOR)
                .map(Map.Entry::getValue)
                .reduce(CpuSet.none(), CpuSet::plus);
        return of(Role.GENERATOR).filter(own -> own.and(others).isEmpty());
    }

    /** The lists of CPUs by role, as text. */
    public Map<String, String> words() {
        var words = new TreeMap<String, String>();
        cpus.forEach((role, list) -> words.put(role.toString(), list.toString()));
        return words;
    }
}
