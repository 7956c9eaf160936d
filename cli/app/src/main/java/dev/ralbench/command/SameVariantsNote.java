package dev.ralbench.command;

import dev.ralbench.gate.GateDesign;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.scenario.TargetChoice;
import dev.ralbench.scenario.Variant;
import java.util.List;

/** Names variants that are one build under two names, before minutes are spent on comparing it with itself. */
final class SameVariantsNote {
    private SameVariantsNote() {}

    /** One line for each variant that is as an earlier one. */
    static List<String> lines(Scenario scenario) {
        var variants = scenario.variants().stream()
                .filter(variant -> !variant.name().equals(GateDesign.CONTROL))
                .toList();
        return variants.stream()
                .flatMap(variant -> variants.subList(0, variants.indexOf(variant)).stream()
                        .filter(earlier -> isSame(earlier, variant))
                        .limit(1)
                        .map(earlier -> line(earlier, variant)))
                .toList();
    }

    private static boolean isSame(Variant one, Variant other) {
        return one.target().equals(other.target())
                && one.request().equals(other.request())
                && one.limits().equals(other.limits());
    }

    private static String line(Variant earlier, Variant variant) {
        var both = earlier.name() + " and " + variant.name();
        return both
                + (variant.target() instanceof TargetChoice.Command
                        ? " are started alike, in the same directory: one build twice; --directory " + earlier.name()
                                + "=DIR starts " + earlier.name() + " in another checkout"
                        : " are one build twice; what differs will be noise");
    }
}
