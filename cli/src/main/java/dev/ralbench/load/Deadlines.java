package dev.ralbench.load;

import java.math.BigDecimal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Ends requests that are overdue. All requests of a load have the same time-out, so the order in which they started is
 * also the order of their deadlines: a linked list through the users themselves and one timer do what a timer per
 * request would do, without allocating anything.
 */
final class Deadlines {
    private final LoopDriver driver;
    private final long timeoutNanos;
    private final String detail;
    private @Nullable User first;
    private @Nullable User last;
    private boolean armed;

    Deadlines(LoopDriver driver, Duration timeout) {
        this.driver = driver;
        this.timeoutNanos = timeout.toNanos();
        this.detail = "no response within " + inWords(timeout);
    }

    private static String inWords(Duration timeout) {
        return new BigDecimal(timeout.toNanos())
                        .movePointLeft(9)
                        .stripTrailingZeros()
                        .toPlainString() + " s";
    }

    /** A request of the user is in flight; it started after all the others. */
    void add(User user) {
        user.previousDeadline = last;
        user.nextDeadline = null;
        if (last == null) {
            first = user;
        } else {
            last.nextDeadline = user;
        }
        last = user;
        if (!armed) {
            arm(user);
        }
    }

    /** The user's request has ended. */
    void remove(User user) {
        var before = user.previousDeadline;
        var after = user.nextDeadline;
        if (before == null) {
            first = after;
        } else {
            before.nextDeadline = after;
        }
        if (after == null) {
            last = before;
        } else {
            after.previousDeadline = before;
        }
        user.previousDeadline = null;
        user.nextDeadline = null;
    }

    private void arm(User user) {
        armed = true;
        driver.at(user.startNanos() + timeoutNanos, this::expire);
    }

    private void expire() {
        armed = false;
        long now = driver.loop().nanoTime();
        var user = first;
        while (user != null && user.startNanos() + timeoutNanos <= now) {
            remove(user);
            user.timedOut(timeoutNanos, detail);
            user = first;
        }
        if (user != null && !armed) {
            arm(user);
        }
    }
}
