package dev.ralbench.compare;

import dev.ralbench.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What cuts a history in two, and what is a mark in it. Other hardware, another major version and another load make other
 * figures; an update of the JDK or the kernel is what a history is for, and a step just there is to be seen.
 */
final class HistoryFacts {
    private static final double SAME_MEMORY = 0.1;
    private static final String KERNEL = "machine.kernel";
    private static final String MEMORY = "machine.memoryGiB";
    private static final List<String> SURROUNDINGS = List.of("machine.", "software.", "servers.");
    private static final Set<String> SETTINGS = Set.of(
            "machine.autogroup",
            "machine.cgroup",
            "machine.scheduling",
            "software.jdkVendor",
            "software.sender",
            "software.startUpCache");
    /** A version, of which the first number says whether it is another product; no address of a server. */
    private static final Pattern VERSION = Pattern.compile("(\\d+)(?:\\.\\d+)+(?:[-+_][\\w.]+)*+(?![\\d.]*:\\d)");

    private static final Pattern DIGEST = Pattern.compile("(?:sha256:)?\\b[0-9a-f]{12,}\\b");

    private HistoryFacts() {}

    /** Why two results do not lie on one line; empty if they do. Variants and builds may differ. */
    static List<Difference> cuts(ResultSource first, ResultSource next) {
        return Comparability.between(List.of(first, next), false).stream()
                .filter(each -> !isUpdate(each))
                .toList();
    }

    /** The same, without machine, software and servers: why not even ratios of their variants lie on one line. */
    static List<Difference> cutsOfRatios(ResultSource first, ResultSource next) {
        return cuts(first, next).stream()
                .filter(each -> SURROUNDINGS.stream().noneMatch(each.fact()::startsWith))
                .toList();
    }

    /** The facts that change from run to run, in the order of the runs. */
    static List<History.FactChange> changes(List<RunResult> runs) {
        var changes = new ArrayList<History.FactChange>();
        for (int run = 1; run < runs.size(); run++) {
            int at = run;
            Difference.mostImportantFirst(Comparability.differences(facts(runs.get(run - 1)), facts(runs.get(run))))
                    .forEach(fact -> changes.add(new History.FactChange(at, fact)));
        }
        return changes;
    }

    private static Map<String, String> facts(RunResult run) {
        var facts = new TreeMap<>(Comparability.surroundings(run));
        facts.put("ralbench.version", run.origin().tool());
        return facts;
    }

    private static boolean isUpdate(Difference fact) {
        if (SURROUNDINGS.stream().noneMatch(fact.fact()::startsWith)) {
            return false;
        }
        if (fact.fact().equals(MEMORY)) {
            return isSameMemory(fact.left(), fact.right());
        }
        if (fact.fact().startsWith("machine.") && !fact.fact().equals(KERNEL)) {
            return SETTINGS.contains(fact.fact()); // the clock in the name of a CPU is no version of it
        }
        return SETTINGS.contains(fact.fact()) || major(fact.left()).equals(major(fact.right()));
    }

    private static boolean isSameMemory(String left, String right) {
        try {
            double a = Double.parseDouble(left);
            double b = Double.parseDouble(right);
            return Math.abs(a - b) <= SAME_MEMORY * Math.max(a, b);
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static String major(String text) {
        return VERSION.matcher(DIGEST.matcher(text).replaceAll("")).replaceAll("$1");
    }
}
