package dev.ralbench.load;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Waits of one event loop that all last equally long, so the order in which they began is also the order in which they
 * are over: a linked list of waits with one timer replaces a timer for each, without allocating anything.
 *
 * <p>Those that are over in close succession are served together ({@link Ticks}).
 */
final class Waits {
    /** More at once would keep responses waiting that are there to be read. */
    private static final int MOST_AT_ONCE = 256;

    private final LoopDriver driver;
    private final long lengthNanos;
    private @Nullable Wait first;
    private @Nullable Wait last;
    private final Runnable serve = this::serve;
    private boolean isArmed;
    private final Ticks ticks = new Ticks();
    private long servedNanos = Long.MIN_VALUE / 2;

    /**
     * A list without waits.
     *
     * @param length of each
     */
    Waits(LoopDriver driver, Duration length) {
        this.driver = driver;
        this.lengthNanos = length.toNanos();
    }

    /** Begins a wait; none that is under way began later than it does. */
    void add(Wait wait, long startNanos) {
        wait.waits = this;
        wait.startNanos = startNanos;
        wait.previous = last;
        wait.next = null;
        if (last == null) {
            first = wait;
        } else {
            last.next = wait;
        }
        last = wait;
        if (!isArmed) {
            arm(wait);
        }
    }

    void remove(Wait wait) {
        var before = wait.previous;
        var after = wait.next;
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
        wait.waits = null;
        wait.previous = null;
        wait.next = null;
    }

    /** Whether a wait should have been served before now, even by the latest timer: the loop has more to do than it can. */
    boolean isBehind(long nowNanos) {
        return first != null && first.startNanos + lengthNanos + Ticks.LATEST_NANOS < nowNanos;
    }

    private void arm(Wait wait) {
        isArmed = true;
        driver.at(ticks.next(wait.startNanos + lengthNanos, servedNanos), serve);
    }

    private void serve() {
        long now = driver.loop().nanoTime();
        var wait = first;
        int served = 0;
        while (wait != null && wait.startNanos + lengthNanos <= now && served < MOST_AT_ONCE) {
            remove(wait);
            long due = wait.startNanos + lengthNanos;
            ticks.served(due);
            wait.over.at(due);
            wait = first;
            served++;
        }
        if (served < MOST_AT_ONCE) {
            servedNanos = now;
        }
        isArmed = false; // not before: a served user may wait again, for longer than the first of the others
        if (first != null) {
            arm(first);
        }
    }
}
