package dev.ralbench.load;

/**
 * One open phase on one event loop: lets arrivals come when they are due. One timer for the next one, or the next few
 * of them ({@link Ticks}), takes all that are due when it runs. So a loop that was held up sends the arrivals it has
 * missed, and every time counts from the intended start.
 */
final class OpenArrivals implements Runnable {
    private final LoopDriver driver;
    private final ArrivalConnections pool;
    private final ArrivalSchedule schedule;
    private final int window;
    private final long startNanos;
    private final Ticks ticks = new Ticks();
    private long nextNanos;
    private boolean isOver;

    /**
     * A phase that has not begun.
     *
     * @param startNanos its planned beginning
     */
    OpenArrivals(LoopDriver driver, ArrivalConnections pool, ArrivalSchedule schedule, int window, long startNanos) {
        this.driver = driver;
        this.pool = pool;
        this.schedule = schedule;
        this.window = window;
        this.startNanos = startNanos;
        this.nextNanos = following();
    }

    void begin() {
        arm(driver.loop().nanoTime());
    }

    /** The timer. Not a lambda each time, because it runs for nearly every request. */
    @Override
    public void run() {
        if (isOver) {
            return;
        }
        try {
            long now = driver.loop().nanoTime();
            takeDue(now);
            arm(now);
        } catch (RuntimeException | Error e) {
            driver.defect(e);
        }
    }

    private void arm(long nowNanos) {
        if (nextNanos != ArrivalSchedule.NONE) {
            driver.loop().schedule(ticks.next(nextNanos, nowNanos), this);
        }
    }

    /** Takes the requests that are due. Later ones wait for the next call, because responses have to be read, too. */
    private void takeDue(long untilNanos) {
        while (nextNanos != ArrivalSchedule.NONE && nextNanos <= untilNanos) {
            pool.arrive(window, schedule.position(), nextNanos, driver.loop().nanoTime());
            ticks.served(nextNanos);
            nextNanos = following();
        }
    }

    private long following() {
        long offset = schedule.next();
        return offset == ArrivalSchedule.NONE ? offset : startNanos + offset;
    }

    /** Takes all arrivals due up to now; no more will follow. */
    void end(long nowNanos) {
        isOver = true;
        takeDue(nowNanos);
        driver.recorder().phaseEnded(window, pool.waiting(), pool.waiting() + pool.busy());
    }
}
