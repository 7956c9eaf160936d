package dev.ralbench.runner;

import dev.ralbench.Failure;
import dev.ralbench.load.LoadGenerator;
import dev.ralbench.target.RunningTarget;

/** Ends the load when its target has ended: what came after would measure refused connections. */
final class DeathWatch {
    private final RunningTarget target;
    private final LoadGenerator generator;
    private boolean seen;

    DeathWatch(RunningTarget target, LoadGenerator generator) {
        this.target = target;
        this.generator = generator;
    }

    void look() {
        if (!seen && !target.isAlive()) {
            seen = true;
            generator.abort();
        }
    }

    boolean isSeen() {
        return seen;
    }

    void throwIfSeen() {
        look();
        if (seen) {
            var log = target.log().map(path -> "\nits whole output: " + path).orElse("");
            throw Failure.environment(
                    "the target ended while it was measured",
                    target.logTail() + log,
                    "see why in its output; what was measured until then is in the result");
        }
    }
}
