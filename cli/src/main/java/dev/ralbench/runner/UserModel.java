package dev.ralbench.runner;

import dev.ralbench.load.LoadPlan;
import dev.ralbench.load.UserTimeline;
import java.time.Duration;

/** Says in one sentence what a user of a load is and does, because every tool means something else by it. */
public final class UserModel {
    private UserModel() {}

    /** Such as {@code 1024 users, one connection each, no think time, time-out 10 s, ...}. */
    public static String sentence(LoadPlan plan) {
        return String.join(
                ", ",
                plan.timeline().maxUsers() + " users at most",
                plan.keepAlive() ? "one connection each" : "a new connection for each request",
                plan.think().isZero() ? "no think time" : "think time " + text(plan.think()),
                "time-out " + text(plan.timeout()),
                atTheEnd(plan),
                plan.onFailure() == LoadPlan.OnFailure.ABORT
                        ? "the first failed request ends the load"
                        : "failed requests are counted");
    }

    private static String atTheEnd(LoadPlan plan) {
        if (plan.timeline().plannedSeconds().isPresent()) {
            return "requests in flight at the stop are dropped";
        }
        return plan.stopAfter()
                .map(end -> "the load ends when its requests are done, after " + text(end) + " at the latest")
                .orElse("the load ends when its requests are done");
    }

    private static String text(Duration duration) {
        double seconds = UserTimeline.seconds(duration);
        return seconds >= 1 && seconds == Math.rint(seconds)
                ? Math.round(seconds) + " s"
                : Math.round(seconds * 1000) + " ms";
    }
}
