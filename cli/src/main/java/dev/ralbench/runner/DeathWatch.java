package dev.ralbench.runner;

import dev.ralbench.Failure;
import dev.ralbench.load.LoadGenerator;
import java.util.List;
import java.util.Optional;

/** Ends the load when its target, or a server that it needs, has ended: what came after would measure errors. */
final class DeathWatch {
    private final List<Vital> vitals;
    private final LoadGenerator generator;
    private Optional<Vital> dead = Optional.empty();

    DeathWatch(List<Vital> vitals, LoadGenerator generator) {
        this.vitals = List.copyOf(vitals);
        this.generator = generator;
    }

    void look() {
        if (dead.isEmpty()) {
            dead = vitals.stream()
                    .filter(vital -> !vital.isAlive().getAsBoolean())
                    .findFirst();
            dead.ifPresent(vital -> generator.abort());
        }
    }

    boolean isSeen() {
        return dead.isPresent();
    }

    /** Why the load ended, in a few words; empty while all live. */
    String reason() {
        return dead.map(vital -> vital.name() + " ended").orElse("");
    }

    void throwIfSeen() {
        look();
        dead.ifPresent(vital -> {
            var log = vital.log().map(path -> "\nits whole output: " + path).orElse("");
            throw Failure.environment(
                    vital.name() + " ended while it was measured",
                    vital.logTail().get() + log,
                    "see why in its output; what was measured until then is in the result");
        });
    }
}
