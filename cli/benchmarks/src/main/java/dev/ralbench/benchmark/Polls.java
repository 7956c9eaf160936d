package dev.ralbench.benchmark;

import dev.ralbench.Clock;
import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoRegistration;

/**
 * The times at which an event loop polls its connections. An event found at once came at an unrecorded time since the
 * previous poll. An event that the poll waits for comes when the wait ends; the thread's wake-up time is not counted.
 * Belongs to the loop's thread.
 */
final class Polls implements IoHandler {
    /**
     * A poll, by a monotonic clock.
     *
     * @param nanos when it was
     * @param afterNanos its events came after that
     */
    record PollTime(long nanos, long afterNanos) {}

    private final IoHandler handler;
    private final Clock clock;
    private PollTime last;
    private boolean isWaiting;

    Polls(IoHandler handler, Clock clock) {
        this.handler = handler;
        this.clock = clock;
        this.last = new PollTime(clock.nanoTime(), clock.nanoTime());
    }

    /** Looks without waiting first: by a look that may wait it cannot be told whether it did. */
    @Override
    public int run(IoHandlerContext context) {
        last = new PollTime(clock.nanoTime(), last.nanos());
        int handled = handler.run(new WithoutWaiting(context));
        if (handled > 0 || !context.canBlock()) {
            return handled;
        }
        isWaiting = true;
        handled = handler.run(context);
        waitingEnds();
        return handled;
    }

    private void waitingEnds() {
        if (isWaiting) {
            isWaiting = false;
            long now = clock.nanoTime();
            last = new PollTime(now, now);
        }
    }

    /** To be asked for when something was found: the look that found it. */
    PollTime look() {
        waitingEnds();
        return last;
    }

    private record WithoutWaiting(IoHandlerContext context) implements IoHandlerContext {
        @Override
        public boolean canBlock() {
            return false;
        }

        @Override
        public long delayNanos(long currentTimeNanos) {
            return context.delayNanos(currentTimeNanos);
        }

        @Override
        public long deadlineNanos() {
            return context.deadlineNanos();
        }
    }

    @Override
    public void initialize() {
        handler.initialize();
    }

    @Override
    public void prepareToDestroy() {
        handler.prepareToDestroy();
    }

    @Override
    public void destroy() {
        handler.destroy();
    }

    @Override
    public IoRegistration register(IoHandle handle) throws Exception {
        return handler.register(handle);
    }

    @Override
    public void wakeup() {
        handler.wakeup();
    }

    @Override
    public boolean isCompatible(Class<? extends IoHandle> type) {
        return handler.isCompatible(type);
    }
}
