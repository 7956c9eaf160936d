package dev.ralbench.compare;

import dev.ralbench.result.RunResult;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A machine that runs of a comparison took place on, with its software and servers.
 *
 * @param facts in which it differs from the other machines of the comparison, those that matter most first
 * @param runs by their place in the order of their start
 */
public record Machine(Map<String, String> facts, List<Integer> runs) {
    public Machine {
        facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
        runs = List.copyOf(runs);
    }

    /** The machines of these runs, in the order in which they come first. */
    public static List<Machine> of(List<RunResult> runs) {
        var machines = new LinkedHashMap<Map<String, String>, List<Integer>>();
        for (int run = 0; run < runs.size(); run++) {
            machines.computeIfAbsent(Comparability.surroundings(runs.get(run)), absent -> new ArrayList<>())
                    .add(run);
        }
        var all = List.copyOf(machines.keySet());
        var found = new ArrayList<Machine>();
        machines.forEach((facts, of) -> found.add(new Machine(own(facts, all), of)));
        return found;
    }

    private static Map<String, String> own(Map<String, String> facts, List<Map<String, String>> all) {
        var keys = new TreeMap<String, String>();
        all.forEach(keys::putAll);
        var differing = keys.keySet().stream()
                .filter(key -> all.stream()
                                .map(each -> each.getOrDefault(key, Comparability.ABSENT))
                                .distinct()
                                .count()
                        > 1)
                .map(key -> new Difference(key, facts.getOrDefault(key, Comparability.ABSENT), ""))
                .toList();
        var own = new LinkedHashMap<String, String>();
        Difference.mostImportantFirst(differing).forEach(each -> own.put(each.field(), each.left()));
        return own;
    }
}
