package dev.ralbench.load;

import java.math.BigDecimal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Ends requests that are overdue. All requests of a load have the same timeout, so the order in which they started is
 * also the order of their deadlines: a linked list through those who sent them and one timer do what a timer per
 * request would do, without allocating anything.
 */
final class Deadlines {
    private final LoopDriver driver;
    private final long timeoutNanos;
    private final String detail;
    private @Nullable Deadline first;
    private @Nullable Deadline last;
    private boolean armed;

    Deadlines(LoopDriver driver, Duration timeout) {
        this.driver = driver;
        this.timeoutNanos = timeout.toNanos();
        this.detail = "no response within " + inWords(timeout);
    }

    /** A timeout such as {@code 10 s}. */
    static String inWords(Duration timeout) {
        return new BigDecimal(timeout.toNanos())
                        .movePointLeft(9)
                        .stripTrailingZeros()
                        .toPlainString() + " s";
    }

    /** A request is under way; none that is began later than it did. */
    void add(Deadline deadline, long startNanos) {
        deadline.startNanos = startNanos;
        deadline.previous = last;
        deadline.next = null;
        if (last == null) {
            first = deadline;
        } else {
            last.next = deadline;
        }
        last = deadline;
        if (!armed) {
            arm(deadline);
        }
    }

    /** The request has ended. */
    void remove(Deadline deadline) {
        var before = deadline.previous;
        var after = deadline.next;
        if (before == null) {
            first = after;
        } else {
            before.next = after;
        }
        if (after == null) {
            last = before;
        } else {
            after.previous = before;
        }
        deadline.previous = null;
        deadline.next = null;
    }

    private void arm(Deadline deadline) {
        armed = true;
        driver.at(deadline.startNanos + timeoutNanos, this::expire);
    }

    private void expire() {
        armed = false;
        long now = driver.loop().nanoTime();
        var deadline = first;
        while (deadline != null && deadline.startNanos + timeoutNanos <= now) {
            remove(deadline);
            deadline.overdue.timedOut(timeoutNanos, detail);
            deadline = first;
        }
        if (deadline != null && !armed) {
            arm(deadline);
        }
    }
}
