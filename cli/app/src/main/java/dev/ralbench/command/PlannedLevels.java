package dev.ralbench.command;

import dev.ralbench.Failure;
import dev.ralbench.Nearest;
import dev.ralbench.load.Segment;
import dev.ralbench.result.Design;
import dev.ralbench.scenario.Scenario;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/** The names that tables will have for a scenario's levels; see {@code measurement/Levels} for those of a result. */
final class PlannedLevels {
    private PlannedLevels() {}

    /** What makes segments of the same label one level. */
    private record Shared(
            Class<? extends Segment> kind, boolean isRamp, int users, Optional<Rates> rates, String label) {}

    private record Rates(double from, double to) {}

    static List<String> of(Scenario scenario) {
        var segments = scenario.load().timeline().segments().stream()
                .filter(Segment::isMeasured)
                .toList();
        boolean onlyRamps = segments.stream().allMatch(PlannedLevels::isRamp);
        var names = new ArrayList<String>();
        var counts = new HashMap<String, Integer>();
        var known = new HashSet<Shared>();
        for (var segment : segments) {
            boolean isCompared = onlyRamps || !isRamp(segment);
            if (!isCompared
                    || shared(segment).filter(level -> !known.add(level)).isPresent()) {
                continue;
            }
            var name = load(segment) + segment.label().map(label -> " " + label).orElse("");
            int count = counts.merge(name, 1, Integer::sum);
            names.add(count == 1 ? name : name + " #" + count);
        }
        return names;
    }

    /** Those of a run: in turns it has levels of its own. */
    static List<String> of(Scenario scenario, Design design) {
        return design.turns()
                .map(turns -> turns.levels().stream().map(String::valueOf).toList())
                .orElseGet(() -> of(scenario));
    }

    /**
     * Refuses limits of the scenario at levels that the run will not have: they could only be found to be open at its
     * end. A search for capacity finds its levels itself, and no limit is judged after it.
     */
    static void checkLimits(Scenario scenario, Design design) {
        if (design.capacity().isPresent()) {
            return;
        }
        var levels = of(scenario, design);
        for (var limit : scenario.expect()) {
            limit.level().filter(level -> !levels.contains(level)).ifPresent(level -> {
                var key = limit.key();
                throw Failure.usage(
                        "expect: " + key + ": this run of " + scenario.name() + " has no level " + level,
                        Nearest.hint(level, levels),
                        "run a load that has the level, or choose a profile with limits of its own: its expect takes the"
                                + " place of the scenario's");
            });
        }
    }

    private static Optional<Shared> shared(Segment segment) {
        var rates = segment instanceof Segment.Open open
                ? Optional.of(new Rates(open.rate().at(0), open.rateTo()))
                : Optional.<Rates>empty();
        return segment.label()
                .map(label -> new Shared(segment.getClass(), isRamp(segment), segment.usersTo(), rates, label));
    }

    private static boolean isRamp(Segment segment) {
        return segment instanceof Segment.Slope || (segment instanceof Segment.Open open && !open.isLevel());
    }

    private static String load(Segment segment) {
        return segment instanceof Segment.Open open ? Segment.perSecond(open.rateTo()) : "" + segment.usersTo();
    }
}
