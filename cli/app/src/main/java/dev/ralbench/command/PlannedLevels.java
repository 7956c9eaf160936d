package dev.ralbench.command;

import dev.ralbench.Failure;
import dev.ralbench.NearestName;
import dev.ralbench.load.Level;
import dev.ralbench.result.Design;
import dev.ralbench.scenario.Scenario;
import java.util.List;

/** The levels that a run of a scenario will have. */
final class PlannedLevels {
    private PlannedLevels() {}

    static List<Level> of(Scenario scenario) {
        return scenario.load().timeline().levels();
    }

    /** The levels of a run with this design; variants that take turns have levels of their own. */
    static List<Level> of(Scenario scenario, Design design) {
        return design.turns().map(Design.Turns::levelsOfUsers).orElseGet(() -> of(scenario));
    }

    /**
     * Refuses limits of the scenario at levels that the run will not have: they could only be found to be open at its
     * end. A search for capacity finds its levels itself, and no limit is judged after it.
     */
    static void checkLimits(Scenario scenario, Design design) {
        if (design.capacity().isPresent()) {
            return;
        }
        checkLimits(scenario, of(scenario, design));
    }

    /** Refuses limits at levels that a run without options will not have. */
    static void checkLimits(Scenario scenario) {
        checkLimits(scenario, of(scenario));
    }

    private static void checkLimits(Scenario scenario, List<Level> levels) {
        for (var limit : scenario.expected().limits()) {
            limit.level().filter(level -> !levels.contains(level)).ifPresent(level -> {
                throw Failure.usage(
                        "expect: " + limit.key() + ": this run of " + scenario.name() + " has no level " + level.name(),
                        NearestName.hint(
                                level.name(), levels.stream().map(Level::name).toList()),
                        "run a load with that level, or choose a profile that has an expect of its own: it replaces the"
                                + " scenario's");
            });
        }
    }
}
