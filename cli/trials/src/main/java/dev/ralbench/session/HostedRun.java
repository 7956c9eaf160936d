package dev.ralbench.session;

import dev.ralbench.Clock;
import dev.ralbench.scenario.Scenario;
import dev.ralbench.trial.HostedTargets;
import dev.ralbench.trial.RunNames;
import java.util.Optional;

/** Targets of this machine for a run that another one leads. Closing it ends all that was started, and what it is part of. */
public final class HostedRun implements AutoCloseable {
    private final ProcessClaim claim;
    private final SessionResources resources;
    private final HostedTargets targets;

    private HostedRun(ProcessClaim claim, SessionResources resources, HostedTargets targets) {
        this.claim = claim;
        this.resources = resources;
        this.targets = targets;
    }

    /** @param resources that are closed with it, or if it cannot be opened */
    static HostedRun open(
            ProcessClaim claim, SessionResources resources, Scenario scenario, Clock clock, boolean isElsewhere)
            throws InterruptedException {
        boolean complete = false;
        try {
            var names = RunNames.reserve(clock.now(), scenario.name(), Optional.empty());
            var targets = HostedTargets.prepare(resources.resources(), scenario, names, clock, isElsewhere);
            complete = true;
            return new HostedRun(claim, resources, targets);
        } catch (RuntimeException e) {
            throw MaskedDefect.of(e, resources.resources().secrets());
        } finally {
            if (!complete) {
                resources.close();
            }
        }
    }

    public HostedTargets targets() {
        return targets;
    }

    @Override
    public void close() {
        try (claim) {
            resources.close();
        } finally {
            targets.release();
        }
    }
}
