package dev.ralbench.validity;

import dev.ralbench.result.PlacementResult;
import dev.ralbench.result.PlacementResult.RoleResult;
import dev.ralbench.result.PlacementResult.StrayResult;
import dev.ralbench.result.TrialResult.ValidityLevel;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Whether all were on the CPUs that they were given. Pure. */
final class PlacementCheck {
    static final Check CHECK = Check.ofSeveral(
            List.of(new CheckRow(
                    "a thread of generator, target or dependencies that may run, or did, on other CPUs than it was given"
                            + " (`placement`), or none that could be looked at",
                    "0",
                    "suspect")),
            evidence -> evidence.placement().stream().flatMap(PlacementCheck::of));

    private PlacementCheck() {}

    static Stream<CheckFinding> of(PlacementResult placement) {
        return placement.roles().entrySet().stream().flatMap(role -> of(role.getKey(), role.getValue()).stream());
    }

    private static Optional<CheckFinding> of(String role, RoleResult seen) {
        if (seen.threads() == 0) {
            return Optional.of(new CheckFinding(
                    ValidityLevel.SUSPECT,
                    "whether the " + role + " stayed on CPUs " + seen.processors()
                            + " is not known: none of its threads could be looked at"));
        }
        return seen.strays().stream()
                .max((a, b) -> Boolean.compare(a.ranOn().isPresent(), b.ranOn().isPresent()))
                .map(worst -> new CheckFinding(
                        ValidityLevel.SUSPECT,
                        "the " + role + " was to run on CPUs " + seen.processors() + ", but its thread " + words(worst)
                                + more(seen.strayThreads() - 1)));
    }

    private static String words(StrayResult stray) {
        return stray.thread() + " (" + stray.id() + ") may run on " + stray.mayRunOn()
                + stray.ranOn().map(cpu -> " and ran on " + cpu).orElse("");
    }

    private static String more(int others) {
        return others == 0 ? "" : ", and " + others + " more like it";
    }
}
