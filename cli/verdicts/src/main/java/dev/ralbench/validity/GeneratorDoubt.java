package dev.ralbench.validity;

import dev.ralbench.measurement.GeneratorGlance;
import java.util.Optional;

/**
 * A sign that the generator may be the limit while a load is still on, by the limits that the checks apply to whole
 * windows afterwards. Pure.
 */
public final class GeneratorDoubt {
    private GeneratorDoubt() {}

    /** In few words; empty if a second shows no sign of it. */
    public static Optional<String> of(GeneratorGlance second) {
        if (GeneratorChecks.MOST_CPU.isExceededBy(second.cores() / second.processors())) {
            return Optional.of("near its limit");
        }
        boolean isShared = !second.hasOwnCpus()
                && SharedMachine.isTaking(second.cores(), second.processors())
                && second.machineBusyShare().filter(SharedMachine::isBusy).isPresent();
        return isShared ? Optional.of("shares a busy machine") : Optional.empty();
    }
}
