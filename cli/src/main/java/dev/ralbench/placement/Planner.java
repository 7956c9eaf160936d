package dev.ralbench.placement;

import dev.ralbench.Failure;
import dev.ralbench.process.ProcFs;
import dev.ralbench.process.ProcessorSet;
import dev.ralbench.process.Taskset;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Works out who runs where, or says why that cannot be had. Pure.
 *
 * @param topology empty where the kernel does not say
 * @param hasTaskset whether there is the program that does it
 * @param cores how many processors' worth of time this process has: a control group may have less than its processors
 */
public record Planner(Optional<Topology> topology, boolean hasTaskset, int cores) {
    /** For this machine, as this process may use it now. */
    public static Planner ofThisMachine() {
        return new Planner(
                Topology.ofThisMachine(ProcFs.ofThisMachine()),
                Taskset.find().isPresent(),
                Runtime.getRuntime().availableProcessors());
    }

    /**
     * Who runs where.
     *
     * @throws Failure where what was asked for cannot be had
     */
    public Placement plan(PlacementRequest request, Demand demand) {
        return switch (request) {
            case PlacementRequest.Shared shared -> Placement.shared(cores);
            case PlacementRequest.Unsaid unsaid -> byDefault(demand);
            case PlacementRequest.Given given -> given(given.processors(), demand);
        };
    }

    /** A target that runs already may be on any processor, or on another machine: then nothing can be kept apart. */
    private Placement byDefault(Demand demand) {
        if (topology.isEmpty() || cores < DefaultSplit.FEWEST || demand.findsTarget()) {
            return Placement.shared(cores);
        }
        if (cores < topology.get().usable().count()) {
            return Placement.shared(cores); // a limit on CPU time is one of all processors together
        }
        var split = DefaultSplit.of(topology.get(), demand.startsDependencies());
        if (split.isEmpty()) {
            return Placement.shared(cores);
        }
        if (!hasTaskset) {
            return new Placement(
                    Map.of(), cores, "processors: shared by all, as there is no taskset (util-linux) to divide them");
        }
        return new Placement(split, cores, sentence(split, " (by default; --cpus none: all share all)", demand));
    }

    private Placement given(Map<Role, ProcessorSet> asked, Demand demand) {
        var machine = topology.orElseThrow(() -> Failure.usage(
                "--cpus: does not work here", "this system does not say which processors there are", "leave it out"));
        asked.forEach((role, list) -> check(role, list, machine));
        var present = new EnumMap<Role, ProcessorSet>(Role.class);
        present.putAll(asked);
        if (!demand.startsDependencies()) {
            present.remove(Role.DEPENDENCIES); // one of several scenarios may have none
        }
        if (!hasTaskset) {
            throw Failure.environment(
                    "--cpus: there is no taskset on the PATH",
                    "ralbench and what it starts are put on their processors by it",
                    "install util-linux, or leave --cpus out");
        }
        var all = completed(present, machine.usable(), demand);
        return new Placement(all, cores, sentence(all, "", demand));
    }

    private static void check(Role role, ProcessorSet list, Topology machine) {
        var absent = list.minus(machine.online());
        if (!absent.isEmpty()) {
            throw Failure.usage(
                    "--cpus " + role + "=" + list + ": there is no processor " + absent,
                    "this machine has " + machine.online(),
                    "name some of these");
        }
        var forbidden = list.minus(machine.usable());
        if (!forbidden.isEmpty()) {
            throw Failure.usage(
                    "--cpus " + role + "=" + list + ": ralbench may not use processor " + forbidden,
                    "taskset or its control group (cpuset) leaves it " + machine.usable(),
                    "name some of these, or start ralbench where it may use more");
        }
    }

    /** Who was not named gets what nobody was given; dependencies for which nothing is left are beside the target. */
    private static Map<Role, ProcessorSet> completed(
            Map<Role, ProcessorSet> asked, ProcessorSet usable, Demand demand) {
        var all = new EnumMap<Role, ProcessorSet>(Role.class);
        var given = asked.values().stream().reduce(ProcessorSet.none(), ProcessorSet::plus);
        all.put(Role.GENERATOR, asked.getOrDefault(Role.GENERATOR, usable.minus(given)));
        var left = usable.minus(given).minus(all.get(Role.GENERATOR));
        if (asked.containsKey(Role.TARGET) || demand.startsTarget()) {
            all.put(Role.TARGET, asked.getOrDefault(Role.TARGET, left));
            left = left.minus(all.get(Role.TARGET));
        }
        if (demand.startsDependencies()) {
            var beside = left.isEmpty() ? all.getOrDefault(Role.TARGET, left) : left;
            all.put(Role.DEPENDENCIES, asked.getOrDefault(Role.DEPENDENCIES, beside));
        }
        all.forEach((role, list) -> {
            if (list.isEmpty()) {
                throw Failure.usage(
                        "--cpus: no processor is left for the " + role,
                        "all of " + usable + " are given to others",
                        "add " + role + "=LIST, or give the others fewer");
            }
        });
        return all;
    }

    private static String sentence(Map<Role, ProcessorSet> split, String why, Demand demand) {
        var text = new StringBuilder("processors: ")
                .append(split.entrySet().stream()
                        .map(entry -> entry.getKey() + " " + entry.getValue())
                        .collect(Collectors.joining(", ")))
                .append(why);
        for (var other : new Role[] {Role.TARGET, Role.DEPENDENCIES}) {
            var shared = split.getOrDefault(Role.GENERATOR, ProcessorSet.none())
                    .and(split.getOrDefault(other, ProcessorSet.none()));
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
