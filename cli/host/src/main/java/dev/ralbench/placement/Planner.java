package dev.ralbench.placement;

import dev.ralbench.Failure;
import dev.ralbench.process.CpuSet;
import dev.ralbench.process.Nice;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.Taskset;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Works out the placement, or says why there is none. Pure.
 *
 * @param topology empty if the kernel does not say
 * @param obstacle why CPUs cannot be divided here, in words that can follow "as"; empty if they can, or if there is
 *     nothing to divide
 * @param canLower whether services can be started with a lower scheduling weight
 * @param cores how many CPUs' worth of time this process has: a control group may have less than its CPUs
 */
public record Planner(Optional<Topology> topology, Optional<String> obstacle, boolean canLower, int cores) {
    static final String NO_TASKSET = "there is no taskset (util-linux)";

    /** A thread that ends while it is being moved is a failure to taskset, and no obstacle. */
    private static final int MOST_ATTEMPTS = 3;

    /** A planner for this machine and the CPUs that this process may use now. */
    public static Planner ofThisMachine() {
        var topology = Topology.ofThisMachine(ProcFs.ofThisMachine());
        int cores = Runtime.getRuntime().availableProcessors();
        return new Planner(
                topology, obstacle(Taskset.find(), topology, cores), Nice.find().isPresent(), cores);
    }

    /**
     * Sandboxes and seccomp profiles may forbid pinning, and a default must not try it then. So, given CPUs enough to
     * divide, this pins the process to its present CPUs.
     */
    static Optional<String> obstacle(Optional<Taskset> taskset, Optional<Topology> topology, int cores) {
        if (taskset.isEmpty()) {
            return Optional.of(NO_TASKSET);
        }
        return topology.filter(machine -> isDividable(machine, cores)
                        && !DefaultSplit.of(machine, false).isEmpty())
                .flatMap(machine -> refusal(taskset.get(), machine.usable()))
                .map(said -> "ralbench may not be put on CPUs (" + said + ")");
    }

    private static Optional<String> refusal(Taskset taskset, CpuSet present) {
        long pid = ProcessHandle.current().pid();
        var said = Optional.<String>empty();
        try {
            for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
                said = taskset.move(pid, present);
                if (said.isEmpty()) {
                    break;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // whoever waits next ends the run
        }
        return said;
    }

    /** A limit on CPU time is one of all CPUs together. */
    private static boolean isDividable(Topology machine, int cores) {
        return cores >= DefaultSplit.FEWEST && cores >= machine.usable().count();
    }

    /**
     * The placement.
     *
     * @param isFair whether the generator has no precedence on CPUs that it shares
     * @throws Failure if the request cannot be met
     */
    public Placement plan(PlacementRequest request, boolean isFair, Demand demand) {
        var placement = switch (request) {
            case PlacementRequest.Shared shared -> Placement.shared(cores);
            case PlacementRequest.Unsaid unsaid -> byDefault(demand);
            case PlacementRequest.Given given -> given(given.cpus(), demand);
        };
        return isFair || placement.generatorsOwn().isPresent() ? placement : placement.with(precedence(demand));
    }

    /** A target that runs already keeps its weight, and what is compared with it must have the same. */
    private Precedence precedence(Demand demand) {
        return canLower && !demand.findsTarget() ? Precedence.OVER_SERVICES : Precedence.EVENT_LOOPS;
    }

    /** A target that runs already may be on any CPU, or on another machine: then nothing can be kept apart. */
    private Placement byDefault(Demand demand) {
        if (topology.isEmpty() || !isDividable(topology.get(), cores) || demand.findsTarget()) {
            return Placement.shared(cores);
        }
        var split = DefaultSplit.of(topology.get(), demand.startsDependencies());
        if (split.isEmpty()) {
            return Placement.shared(cores);
        }
        if (obstacle.isPresent()) {
            return new Placement(Map.of(), Precedence.NONE, cores, "CPUs: shared by all, as " + obstacle.get());
        }
        return new Placement(
                split, Precedence.NONE, cores, sentence(split, " (by default; --cpus none: all share all)", demand));
    }

    private Placement given(Map<Role, CpuSet> asked, Demand demand) {
        var machine = topology.orElseThrow(() -> Failure.usage(
                "--cpus: does not work here", "this system does not say which CPUs there are", "leave it out"));
        asked.forEach((role, list) -> check(role, list, machine));
        var present = new EnumMap<Role, CpuSet>(Role.class);
        present.putAll(asked);
        if (!demand.startsDependencies()) {
            present.remove(Role.DEPENDENCIES); // one of several scenarios may have none
        }
        if (present.isEmpty()) {
            throw Failure.usage(
                    "--cpus dependencies=" + asked.get(Role.DEPENDENCIES) + ": the scenario has no dependencies",
                    "ralbench starts no server for it, and nothing else is named",
                    "leave --cpus out, or name generator or target");
        }
        obstacle.ifPresent(why -> {
            throw Failure.environment(
                    "--cpus: CPU pinning is not available here",
                    why,
                    "have taskset (util-linux) installed and allowed (sched_setaffinity), or leave --cpus out");
        });
        var all = completed(present, machine.usable(), demand);
        return new Placement(all, Precedence.NONE, cores, sentence(all, "", demand));
    }

    private static void check(Role role, CpuSet list, Topology machine) {
        var absent = list.minus(machine.online());
        if (!absent.isEmpty()) {
            throw Failure.usage(
                    "--cpus " + role + "=" + list + ": there is no CPU " + absent,
                    "this machine has " + machine.online(),
                    "name some of these");
        }
        var forbidden = list.minus(machine.usable());
        if (!forbidden.isEmpty()) {
            throw Failure.usage(
                    "--cpus " + role + "=" + list + ": ralbench may not use CPU " + forbidden,
                    "taskset or its control group (cpuset) leaves it " + machine.usable(),
                    "name some of these, or start ralbench where it may use more");
        }
    }

    /** Roles that were not named get the CPUs that are left; dependencies for which nothing is left are next to the target. */
    private static Map<Role, CpuSet> completed(Map<Role, CpuSet> asked, CpuSet usable, Demand demand) {
        var all = new EnumMap<Role, CpuSet>(Role.class);
        var given = asked.values().stream().reduce(CpuSet.none(), CpuSet::plus);
        all.put(Role.GENERATOR, asked.getOrDefault(Role.GENERATOR, usable.minus(given)));
        var left = usable.minus(given).minus(all.get(Role.GENERATOR));
        if (asked.containsKey(Role.TARGET) || demand.startsTarget()) {
            all.put(Role.TARGET, asked.getOrDefault(Role.TARGET, left));
            left = left.minus(all.get(Role.TARGET));
        }
        if (demand.startsDependencies()) {
            var others = left.isEmpty() ? all.getOrDefault(Role.TARGET, left) : left;
            all.put(Role.DEPENDENCIES, asked.getOrDefault(Role.DEPENDENCIES, others));
        }
        all.forEach((role, list) -> {
            if (list.isEmpty()) {
                throw Failure.usage(
                        "--cpus: no CPU is left for the " + role,
                        "all of " + usable + " are given to others",
                        "add " + role + "=LIST, or give the others fewer");
            }
        });
        return all;
    }

    private static String sentence(Map<Role, CpuSet> split, String why, Demand demand) {
        var text = new StringBuilder("CPUs: ")
                .append(split.entrySet().stream()
                        .map(entry -> entry.getKey() + " " + entry.getValue())
                        .collect(Collectors.joining(", ")))
                .append(why);
        for (var other : new Role[] {Role.TARGET, Role.DEPENDENCIES}) {
            var shared =
                    split.getOrDefault(Role.GENERATOR, CpuSet.none()).and(split.getOrDefault(other, CpuSet.none()));
            if (!shared.isEmpty()) {
                text.append("; generator and ").append(other).append(" share ").append(shared);
            }
        }
        if (!demand.leftAlone().isEmpty()) {
            text.append("; not ralbench's, so left where it is: ").append(String.join(", ", demand.leftAlone()));
        }
        return text.toString();
    }
}
