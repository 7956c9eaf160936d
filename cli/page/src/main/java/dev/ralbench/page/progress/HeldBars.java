package dev.ralbench.page.progress;

import dev.ralbench.measurement.ProgressSnapshot;

/**
 * How full the bars of trial and run are. An estimate of the time left wavers: a bar waits for it instead of going back,
 * unless there is a reason that the display names, a block that is measured again, or the estimate was far off.
 */
final class HeldBars {
    /** A bar waits no longer if it would be too full by so much. */
    private static final double FAR_OFF = 0.1;

    private ProgressSnapshot.Position at = new ProgressSnapshot.Position(false, 0, 0, 0, "", 0, 0);
    private double trial;
    private double run;

    /** Takes the newest lengths over. */
    void follow(ProgressSnapshot now) {
        var next = now.at();
        boolean isSameBlock = next.block() == at.block() && next.attempt() == at.attempt();
        boolean isSameTrial = isSameBlock && (next.turns() || next.trial() == at.trial());
        boolean isAgain = next.block() == at.block() && next.attempt() > at.attempt();
        at = next;
        trial = held(isSameTrial ? trial : 0, share(now.trial()));
        run = held(isAgain ? 0 : run, share(now.run()));
    }

    /** 0 to 1. */
    double trial() {
        return trial;
    }

    /** 0 to 1. */
    double run() {
        return run;
    }

    private static double held(double before, double now) {
        return before - now > FAR_OFF ? now : Math.max(before, now);
    }

    private static double share(ProgressSnapshot.Length length) {
        return length.planned().isPresent() && length.planned().getAsDouble() > 0
                ? Math.clamp(length.seconds() / length.planned().getAsDouble(), 0, 1)
                : 0;
    }
}
