package dev.ralbench.command;

import dev.ralbench.load.Segment;
import dev.ralbench.scenario.Scenario;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/** The names that tables will have for a scenario's levels; see {@code measurement/Levels} for those of a result. */
final class PlannedLevels {
    private PlannedLevels() {}

    static List<String> of(Scenario scenario) {
        var segments = scenario.load().timeline().segments().stream()
                .filter(Segment::isMeasured)
                .toList();
        boolean onlyRamps = segments.stream().allMatch(PlannedLevels::isRamp);
        var names = new ArrayList<String>();
        var counts = new HashMap<String, Integer>();
        for (var segment : segments) {
            if (isRamp(segment) && !onlyRamps) {
                continue;
            }
            var name = load(segment) + segment.label().map(label -> " " + label).orElse("");
            boolean isShared = segment.label().isPresent();
            int count = counts.merge(name, 1, Integer::sum);
            if (count == 1 || !isShared) {
                names.add(count == 1 ? name : name + " #" + count);
            }
        }
        return names;
    }

    private static boolean isRamp(Segment segment) {
        return segment instanceof Segment.Slope || (segment instanceof Segment.Open open && !open.isLevel());
    }

    private static String load(Segment segment) {
        return segment instanceof Segment.Open open ? Segment.perSecond(open.rateTo()) : "" + segment.usersTo();
    }
}
