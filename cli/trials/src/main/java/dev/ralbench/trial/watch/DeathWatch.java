package dev.ralbench.trial.watch;

import dev.ralbench.Failure;
import dev.ralbench.load.LoadGenerator;
import java.util.List;
import java.util.Optional;

/** Ends the load when its target, or a server that it needs, has ended: further load would measure errors. */
public final class DeathWatch {
    private final List<RequiredService> requiredServices;
    private final LoadGenerator generator;
    private Optional<RequiredService> dead = Optional.empty();
    private boolean isSuspected;
    /** Looked for once: it takes seconds. */
    private Optional<Optional<String>> culprit = Optional.empty();

    public DeathWatch(List<RequiredService> requiredServices, LoadGenerator generator) {
        this.requiredServices = List.copyOf(requiredServices);
        this.generator = generator;
    }

    /**
     * To be called now and then. Believes in a death only at the second look: Ctrl-C reaches servers too, and may be
     * heard of a moment later here.
     */
    public void look() {
        if (dead.isPresent()) {
            return;
        }
        var missing = firstMissing();
        if (missing.isPresent() && isSuspected) {
            dead = missing;
            generator.abort();
        }
        isSuspected = missing.isPresent();
    }

    private Optional<RequiredService> firstMissing() {
        return requiredServices.stream()
                .filter(requiredService -> !requiredService.isAlive().getAsBoolean())
                .findFirst();
    }

    public boolean isSeen() {
        return dead.isPresent();
    }

    /** Why the load ended, in a few words; empty while all live. */
    public String reason() {
        return dead.map(requiredService -> requiredService
                        .lost()
                        .get()
                        .map(Failure::what)
                        .orElseGet(() -> culprit(requiredService).orElse(requiredService.name()) + " ended"))
                .orElse("");
    }

    private Optional<String> culprit(RequiredService requiredService) {
        var known = culprit.orElseGet(() -> requiredService.endedWith().get());
        culprit = Optional.of(known);
        return known;
    }

    /** Once the load has ended, and not because the user wished it. */
    public void throwIfSeen() {
        dead = dead.or(this::firstMissing);
        dead.ifPresent(requiredService -> {
            requiredService.lost().get().ifPresent(failure -> {
                throw failure;
            });
            culprit(requiredService).ifPresent(engine -> {
                throw Failure.environment(
                        engine + " ended while it was measured, and " + requiredService.name() + " with it",
                        "",
                        "see why in its log, and start it again; what was measured until then is in the result");
            });
            var log = requiredService
                    .log()
                    .map(path -> "the whole output is in " + path + "; ")
                    .orElse("");
            var ending = requiredService.logTail().get();
            throw Failure.environment(
                    requiredService.name() + " ended while it was measured",
                    ending.isEmpty()
                            ? "it wrote nothing"
                            : "its output ends with:\n" + ending.indent(2).stripTrailing(),
                    log + "what was measured until then is in the result");
        });
    }
}
