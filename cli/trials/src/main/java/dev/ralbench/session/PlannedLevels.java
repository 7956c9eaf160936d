package dev.ralbench.session;

import dev.ralbench.Failure;
import dev.ralbench.NearestName;
import dev.ralbench.load.Level;
import dev.ralbench.load.Phase;
import dev.ralbench.result.Design;
import dev.ralbench.scenario.Scenario;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/** The levels that a run of a scenario will have. */
public final class PlannedLevels {
    private PlannedLevels() {}

    public static List<Level> of(Scenario scenario) {
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
    public static void checkLimits(Scenario scenario) {
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

    /**
     * Refuses a load that cannot take turns.
     *
     * @param who wants turns, as the user has written it
     */
    public static void checkClosed(Scenario scenario, String who) {
        if (scenario.load().timeline().open().findAny().isPresent()) {
            throw Failure.usage(
                    who + ": scenario " + scenario.name() + " has an open load",
                    "turns are windows of a constant number of users, and the load rests between them; a rate of arrivals"
                            + " does not rest",
                    "measure the variants one after the other (--order interleaved; in a gate shape: sequential), or give"
                            + " the scenario a closed load: in its file, or for a run with --users and --duration");
        }
    }

    /**
     * The scenario's lowest and highest level, including counted phases: a gate that names no levels looks at these.
     *
     * @throws Failure if it has none
     */
    public static List<Integer> lowestAndHighest(Scenario scenario) {
        var levels = ofPhases(scenario, "a gate with levels: auto", List.of(Phase.Hold.class, Phase.Counted.class));
        return Stream.of(Collections.min(levels), Collections.max(levels))
                .distinct()
                .toList();
    }

    /**
     * Users of the scenario's phases of some kinds.
     *
     * @param who wants levels, as the user has written it
     * @throws Failure if it has none
     */
    static List<Integer> ofPhases(Scenario scenario, String who, List<Class<? extends Phase>> kinds) {
        var levels = scenario.load().timeline().phases().stream()
                .filter(phase -> kinds.stream().anyMatch(kind -> kind.isInstance(phase)))
                .map(Phase::usersTo)
                .distinct()
                .toList();
        if (levels.isEmpty()) {
            throw Failure.usage(
                    who + ": no levels",
                    "the load of scenario " + scenario.name() + " has no constant number of users",
                    "name some, such as --levels 256,1024, or design.levels: [256, 1024] in a gate");
        }
        return levels;
    }
}
